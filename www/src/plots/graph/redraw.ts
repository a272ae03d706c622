import type { Pen } from "../shared/canvas";
import { drawMarks, drawGlow, EdgeLayer } from "./marks";
import { isIn } from "./scene";
import type { Scene } from "./scene";
import { drawValues } from "./values";

/** The outline that separates every colour of f from the background. */
const OUTLINE = 1;

/**
 * Draws one layer of a graph as lines and circles; `order`: the vertices, the lowest first; null: no values
 * next to them.
 */
export function redrawLayer(
  layer: keyof Layers,
  pen: Pen,
  scene: Scene,
  order: Uint32Array,
  font: string | null,
): void {
  switch (layer) {
    case "glow":
      drawGlow(pen, scene);
      break;
    case "edges": {
      const edges = new EdgeLayer();
      edges.setGraph(scene.graph);
      edges.draw(pen, () => undefined, scene);
      break;
    }
    case "vertices":
      for (const arrived of [false, true]) drawVertices(pen, scene, order, arrived);
      break;
    case "marks":
      if (font !== null) drawValues(pen, scene, font);
      // Pictures omit the hover highlight.
      drawMarks(pen, { ...scene, lit: { ...scene.lit, vertex: null } }, null);
      break;
  }
}

function drawVertices(pen: Pen, scene: Scene, order: Uint32Array, arrived: boolean): void {
  const { screen, radius, colouring, threshold, theme } = scene;
  pen.lineWidth = OUTLINE;
  for (const v of order) {
    if (isIn(scene, v, threshold) !== arrived) continue;
    const colour = colouring ? `rgb(${colouring.fill(v).join(",")})` : theme.line;
    pen.fillStyle = arrived ? colour : theme.panel;
    pen.strokeStyle = arrived ? theme.outline : theme.faintOutline;
    const inner = arrived || radius > 4 ? radius : 0.75 * radius;
    pen.beginPath();
    pen.arc(screen[2 * v]!, screen[2 * v + 1]!, inner + OUTLINE / 2, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
}

// The layers of a drawn graph.

export interface Layers {
  /** Region and cycle, below everything. */
  readonly glow: HTMLCanvasElement;
  readonly edges: HTMLCanvasElement;
  readonly vertices: HTMLCanvasElement;
  /** Rings, marks and values. */
  readonly marks: HTMLCanvasElement;
}
