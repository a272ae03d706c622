import type { Pen } from "../shared/pen";
import { MAX_WIDE } from "./edges";
import type { Scene } from "./scene";

/** The highlighted region or cycle, below everything. */
export function drawGlow(pen: Pen, scene: Scene): void {
  const { screen, theme, radius, graph, ratio } = scene;
  const { region, cycle } = scene.lit;
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = theme.accent;
  if (region.length > 0) {
    const inside = new Uint8Array(graph.vertices);
    for (const v of region) inside[v] = 1;
    const wide = region.length <= MAX_WIDE;
    pen.globalAlpha = wide ? 0.28 : 0.5;
    pen.lineWidth = wide ? 2 * radius + Math.min(12, 4 + 2 * radius) : 1 / ratio;
    const { edges } = graph;
    pen.beginPath();
    if (region.length === 1) {
      pen.moveTo(screen[2 * region[0]!]!, screen[2 * region[0]! + 1]!);
      pen.lineTo(screen[2 * region[0]!]! + 0.01, screen[2 * region[0]! + 1]!);
    }
    for (let e = 0; e + 1 < edges.length; e += 2) {
      const a = edges[e]!;
      const b = edges[e + 1]!;
      if (!inside[a] || !inside[b]) continue;
      pen.moveTo(screen[2 * a]!, screen[2 * a + 1]!);
      pen.lineTo(screen[2 * b]!, screen[2 * b + 1]!);
    }
    pen.stroke();
  }
  if (cycle.length > 0) {
    pen.globalAlpha = 0.85;
    pen.lineWidth = Math.max(radius, 3) + 2;
    pen.beginPath();
    cycle.forEach((v, i) => {
      if (i === 0) pen.moveTo(screen[2 * v]!, screen[2 * v + 1]!);
      else pen.lineTo(screen[2 * v]!, screen[2 * v + 1]!);
    });
    pen.closePath();
    pen.stroke();
  }
}
