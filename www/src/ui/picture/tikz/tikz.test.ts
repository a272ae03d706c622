import { expect, it } from "vitest";
import { matrixOf, tikzPath, escaped, colourOf, gradient, stripes } from ".";

it("texts have no commands of TeX, and signs that its fonts lack are formulas", () => {
  expect(escaped("50 % of f_1 {a}\\b ~ x^2 & #1 $")).toBe(
    "50 \\% of f\\_1 \\{a\\}\\textbackslash{}b \\textasciitilde{} x\\textasciicircum{}2 \\& \\#1 \\$",
  );
  expect(escaped("Łódź é ½")).toBe("Łódź é ½");
  expect(escaped("β₀ ≥ −∞")).toBe(
    "\\ensuremath{\\beta}\\ensuremath{_{0}} \\ensuremath{\\ge} \\ensuremath{-}\\ensuremath{\\infty}",
  );
  expect([..."αλςτω"].map(escaped)).toEqual(
    ["alpha", "lambda", "varsigma", "tau", "omega"].map((name) => `\\ensuremath{\\${name}}`),
  );
});

it("colours and transformations become those of TikZ", () => {
  expect(colourOf("#0080ff")).toBe("{rgb,255:red,0;green,128;blue,255}");
  expect(colourOf("none")).toBeNull();
  expect(matrixOf("matrix(1 0 0 -1 5.5 -2)")).toEqual([1, 0, 0, -1, 5.5, -2]);
  expect([matrixOf("translate(3, 4)"), matrixOf(null)]).toEqual([
    [1, 0, 0, 1, 3, 4],
    [1, 0, 0, 1, 0, 0],
  ]);
});

it("paths have no exponents and no arcs", () => {
  expect(tikzPath("M1.5,2L-3e-7-4.25Z")).toBe("(1.5pt,2pt) -- (0pt,-4.25pt) -- cycle");
  expect(tikzPath("m1 1 2 0h1v1H0zl1 1")).toBe(
    "(1pt,1pt) -- (3pt,1pt) -- (4pt,1pt) -- (4pt,2pt) -- (0pt,2pt) -- cycle (1pt,1pt) -- (2pt,2pt)",
  );
  expect(tikzPath("M0 0C1 0 2 1 2 2s1 2 2 2")).toBe(
    "(0pt,0pt) .. controls (1pt,0pt) and (2pt,1pt) .. (2pt,2pt) .. controls (2pt,3pt) and (3pt,4pt) .. (4pt,4pt)",
  );
  expect(tikzPath("M0 0Q3 3 6 0")).toBe("(0pt,0pt) .. controls (2pt,2pt) and (4pt,2pt) .. (6pt,0pt)");
  // SVG 2: an arc without a radius is a line.
  expect(tikzPath("M0 0A0 5 0 0 1 1 1")).toBe("(0pt,0pt) -- (1pt,1pt)");
  expect(["", "none", "M"].map(tikzPath)).toEqual(["", "", ""]);
});

/** Points of a path of curves. */
function pointsOf(d: string): readonly (readonly [number, number])[] {
  const numbers = [...tikzPath(d).matchAll(/\((-?[\d.]+)pt,(-?[\d.]+)pt\)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const curves = (numbers.length - 1) / 3;
  return Array.from({ length: curves }, (_, i) => numbers.slice(3 * i, 3 * i + 4)).flatMap((control) =>
    [0, 0.25, 0.5, 0.75, 1].map((t) => {
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const sum = (axis: 0 | 1): number =>
        control.reduce((total, place, k) => total + weights[k]! * place[axis], 0);
      return [sum(0), sum(1)] as const;
    }),
  );
}

it("arcs stay on their circle, on the side of their flags", () => {
  // The circle of points in views: two half circles, with and without spaces after the flags.
  for (const d of ["M6 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M6 10a4 4 0 108 0a4 4 0 10-8 0"]) {
    const points = pointsOf(d);
    expect(points).toHaveLength(20);
    for (const [x, y] of points) expect(Math.hypot(x - 10, y - 10)).toBeCloseTo(4, 2);
    expect(Math.max(...points.map(([, y]) => y))).toBeCloseTo(14, 2);
    expect(Math.min(...points.map(([, y]) => y))).toBeCloseTo(6, 2);
  }
  // A quarter from (4, 0) to (0, 4) about (0, 0), and the other three quarters about (4, 4).
  for (const [flags, centre, far] of [
    ["0 1", 0, 4],
    ["1 1", 4, 8],
    ["0 0", 4, 4],
    ["1 0", 0, 4],
  ] as const) {
    const points = pointsOf(`M4 0A4 4 0 ${flags} 0 4`);
    for (const [x, y] of points) expect(Math.hypot(x - centre, y - centre)).toBeCloseTo(4, 2);
    expect(Math.max(...points.map(([x]) => x))).toBeCloseTo(far, 2);
  }
  // An ellipse that is turned by a right angle, and radii that are too small.
  for (const [x, y] of pointsOf("M0 2A2 4 90 0 1 0 -2")) expect(Math.hypot(x / 4, y / 2)).toBeCloseTo(1, 2);
  for (const [x, y] of pointsOf("M-3 0A1 1 0 0 1 3 0")) expect(Math.hypot(x, y)).toBeCloseTo(3, 2);
});

it("gradients and stripes keep their colours", () => {
  expect(gradient(["#ff0000", "#00ff00", "#0000ff"])).toEqual({
    before: [
      "\\pgfdeclarehorizontalshading{sublevel}{100bp}{rgb(0bp)=(1,0,0);rgb(25bp)=(1,0,0);rgb(50bp)=(0,1,0);rgb(75bp)=(0,0,1);rgb(100bp)=(0,0,1)}",
    ],
    options: ["shading=sublevel"],
  });
  const lines = ["pattern=north east lines", "pattern color={rgb,255:red,0;green,0;blue,255}"];
  expect(stripes("#0000ff", null).options).toEqual(lines);
  expect(stripes("#0000ff", "#808080").options).toEqual([
    "preaction={fill={rgb,255:red,128;green,128;blue,128}}",
    ...lines,
  ]);
});
