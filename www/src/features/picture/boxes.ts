// The decoration of text boxes: backgrounds, gradients and borders.

import { paintOf } from "./colour";
import type { Paint } from "./colour";
import { svgElement } from "./element";

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;

let gradients = 0;

function dashesOf(style: string, wide: number): string | undefined {
  return style === "dashed" ? `${2 * wide} ${wide}` : undefined;
}

/** Background and borders of an element, the lowest first. */
export function boxOf(area: DOMRect, style: CSSStyleDeclaration, origin: DOMRect): SVGElement[] {
  const { left, top, width, height } = area;
  if (width === 0 || height === 0) return [];
  const box = { x: left - origin.left, y: top - origin.top, width, height };
  const drawn: SVGElement[] = [];
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const ground = paintOf(style.backgroundColor);
  if (ground) drawn.push(svgElement("rect", { ...box, rx: radius || undefined, ...filled(ground) }));
  const stops = stopsOf(style.backgroundImage);
  if (stops.length > 1) {
    const id = `picture-gradient-${(gradients += 1)}`;
    const gradient = svgElement("linearGradient", { id });
    for (const [i, { colour }] of stops.entries()) {
      gradient.append(svgElement("stop", { offset: String(i / (stops.length - 1)), "stop-color": colour }));
    }
    drawn.push(gradient, svgElement("rect", { ...box, rx: radius || undefined, fill: `url(#${id})` }));
  }
  const sides = SIDES.map((side) => {
    const wide = style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]);
    return { wide, paint: wide > 0 ? paintOf(style[`border${side}Color`]) : null };
  });
  const [first] = sides;
  if (
    first?.paint &&
    sides.every(({ wide, paint }) => wide === first.wide && paint?.colour === first.paint?.colour)
  ) {
    const half = first.wide / 2;
    drawn.push(
      svgElement("rect", {
        x: box.x + half,
        y: box.y + half,
        width: width - first.wide,
        height: height - first.wide,
        rx: radius > half ? radius - half : undefined,
        fill: "none",
        stroke: first.paint.colour,
        "stroke-width": first.wide,
        "stroke-opacity": first.paint.alpha === 1 ? undefined : first.paint.alpha,
        "stroke-dasharray": dashesOf(style.borderTopStyle, first.wide),
      }),
    );
    return drawn;
  }
  const [right, bottom] = [box.x + width, box.y + height];
  const edges = [
    [box.x, box.y, right, box.y],
    [right, box.y, right, bottom],
    [box.x, bottom, right, bottom],
    [box.x, box.y, box.x, bottom],
  ] as const;
  for (const [i, { wide, paint }] of sides.entries()) {
    if (!paint) continue;
    const [x1, y1, x2, y2] = edges[i]!;
    drawn.push(
      svgElement("line", {
        x1,
        y1,
        x2,
        y2,
        stroke: paint.colour,
        "stroke-width": wide,
        "stroke-dasharray": dashesOf(style[`border${SIDES[i]!}Style`], wide),
      }),
    );
  }
  return drawn;
}

/** The evenly spaced colours of a gradient from left to right. */
function stopsOf(image: string): readonly Paint[] {
  if (!image.startsWith("linear-gradient(to right")) return [];
  return [...image.matchAll(/rgba?\([^)]*\)/g)].flatMap(([colour]) => paintOf(colour) ?? []);
}

function filled({ colour, alpha }: Paint): Readonly<Record<string, string | number | undefined>> {
  return { fill: colour, "fill-opacity": alpha === 1 ? undefined : alpha };
}
