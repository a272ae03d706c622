// Count, mean and sum of squared deviations of a column, merged run by run in a fixed order (Chan et al. 1983).

struct Moments {
    count: f32,
    mean: f32,
    squares: f32,
}

fn merged(a: Moments, b: Moments) -> Moments {
    let count = a.count + b.count;
    if count == 0.0 {
        return a;
    }
    let off = b.mean - a.mean;
    let share = b.count / count;
    return Moments(count, a.mean + off * share, a.squares + b.squares + off * off * a.count * share);
}
