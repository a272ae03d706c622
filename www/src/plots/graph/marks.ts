import type { Pen } from "../shared/pen";
import type { Scene } from "./scene";

/** Vertices that have just arrived. */
export interface Flash {
  readonly vertices: readonly number[];
  /** The progress of its fading, from 0 to 1. */
  readonly share: number;
}

/** Rings and triangles around vertices, above everything. */
export function drawMarks(pen: Pen, scene: Scene, flash: Flash | null): void {
  const { screen, radius, theme } = scene;
  const ring = (v: number, r: number, width: number): void => {
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(screen[2 * v]!, screen[2 * v + 1]!, r, 0, 2 * Math.PI);
    pen.stroke();
  };
  if (flash) {
    pen.strokeStyle = theme.accent;
    pen.globalAlpha = 1 - flash.share;
    for (const v of flash.vertices) ring(v, radius + 2 + 8 * flash.share, 2);
    pen.globalAlpha = 1;
  }
  const { birthVertex, deathVertex, vertex, selected } = scene.lit;
  pen.strokeStyle = theme.accent;
  if (selected !== null) ring(selected, radius + 4, 2.5);
  pen.strokeStyle = theme.ink;
  if (vertex !== null) ring(vertex, radius + 3, 2);
  if (birthVertex !== null) drawTriangle(pen, scene, birthVertex, 1);
  if (deathVertex !== null && deathVertex !== birthVertex) drawTriangle(pen, scene, deathVertex, -1);
}

/** ▲ at a birth (turn 1) or ▼ at a death (-1), on the vertex, large enough to find in a dense graph. */
function drawTriangle(pen: Pen, scene: Scene, vertex: number, turn: 1 | -1): void {
  const { screen, radius, theme } = scene;
  const x = screen[2 * vertex]!;
  const y = screen[2 * vertex + 1]!;
  const r = Math.max(radius * 0.8, 6);
  pen.beginPath();
  pen.moveTo(x, y - turn * r);
  pen.lineTo(x + 0.9 * r, y + turn * 0.65 * r);
  pen.lineTo(x - 0.9 * r, y + turn * 0.65 * r);
  pen.closePath();
  pen.lineJoin = "round";
  pen.strokeStyle = theme.panel;
  pen.lineWidth = 3.5;
  pen.stroke();
  pen.fillStyle = theme.ink;
  pen.fill();
}
