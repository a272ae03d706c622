import { colourOfStep, STEPS, type Theme } from "../../colour";

/** Pictures of a vertex, ready to be copied: one per colour step, then the hollow one of a vertex yet to arrive. */
export interface Sprites {
  readonly image: HTMLCanvasElement;
  /** Side of one picture in device pixels. */
  readonly side: number;
}

export const HOLLOW = STEPS;

/** The outline, in CSS pixels, that keeps every colour of f apart from the background. */
const OUTLINE = 1;

export function drawSprites(radius: number, ratio: number, theme: Theme): Sprites {
  const outer = radius + OUTLINE;
  const side = Math.ceil(2 * outer * ratio) + 2;
  const image = document.createElement("canvas");
  image.width = side * (STEPS + 1);
  image.height = side;
  const pen = image.getContext("2d")!;
  const disc = (step: number, r: number, fill: string): void => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc((step + 0.5) * side, side / 2, r * ratio, 0, 2 * Math.PI);
    pen.fill();
  };
  for (let step = 0; step < STEPS; step++) {
    disc(step, outer, theme.outline);
    disc(step, radius, colourOfStep(step));
  }
  disc(HOLLOW, outer, theme.faintOutline);
  disc(HOLLOW, Math.max(radius - 0.25, 0.4), theme.panel);
  return { image, side };
}
