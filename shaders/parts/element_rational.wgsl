// The rational hat 1 / (1 + |p - c|) - 1 / (1 + ||r| - |p - c||) in the 1-norm: centre c, radius r.

fn element_parameters(dimension: u32) -> u32 {
  return dimension + 1u;
}

fn element_value(point: vec2<f32>, k: u32, dimension: u32) -> f32 {
  let first = k * (dimension + 1u);
  let offset = abs(point - coordinates(first, dimension));
  let distance = offset.x + offset.y;
  return 1.0 / (1.0 + distance) - 1.0 / (1.0 + abs(abs(hats[first + dimension]) - distance));
}

fn element_slopes(point: vec2<f32>, k: u32, dimension: u32) -> Slopes {
  let first = k * (dimension + 1u);
  let offset = point - coordinates(first, dimension);
  let radius = hats[first + dimension];
  let distance = abs(offset.x) + abs(offset.y);
  let inside = abs(radius) - distance;
  let a = 1.0 / (1.0 + distance);
  let b = 1.0 / (1.0 + abs(inside));
  let side = sign(inside) * b * b;
  let by_point = (-a * a - side) * sign(offset);
  let by_radius = side * sign(radius);
  if (dimension == 2u) {
    return Slopes(a - b, by_point, vec4<f32>(-by_point, by_radius, 0.0));
  }
  return Slopes(a - b, by_point, vec4<f32>(-by_point.x, by_radius, 0.0, 0.0));
}
