// What a number of the hidden layer of the classifier is multiplied by: 0 where it is left out of this step.

// `factors`: their place in `batch`, or NOTHING.
fn kept(factors: u32, place: u32) -> f32 {
    if factors == NOTHING {
        return 1.0;
    }
    return bitcast<f32>(batch[factors + place]);
}
