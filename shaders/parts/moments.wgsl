// Count, means and sums of squared deviations of four columns, merged run by run in a fixed order (Chan et al. 1983).

struct Moments {
    count: f32,
    mean: vec4<f32>,
    squares: vec4<f32>,
}

fn merged(a: Moments, b: Moments) -> Moments {
    let count = a.count + b.count;
    if count == 0.0 {
        return a;
    }
    let off = b.mean - a.mean;
    let share = b.count / count;
    return Moments(count, a.mean + share * off, a.squares + b.squares + (a.count * share) * off * off);
}
