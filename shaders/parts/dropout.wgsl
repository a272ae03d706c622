// The dropout factor of a number of the hidden layer of the classifier: 0 if this step omits it.

// `factors`: their index in `batch`, or NOTHING.
fn kept(factors: u32, place: u32) -> f32 {
    if factors == NOTHING {
        return 1.0;
    }
    return bitcast<f32>(batch[factors + place]);
}
