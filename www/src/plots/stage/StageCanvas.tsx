import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { hasArrived } from "../../domain/persistence/filtration";
import { isLoop } from "../../domain/graph/graph";
import { penOf } from "../shared/canvas";
import { drawnEdges } from "../shared/drawnEdges";
import { PALETTE, stepOf, STEPS, useTheme } from "../shared/colour";
import type { CanvasTheme } from "../shared/colour";
import { componentColour, barShape } from "./rows";
import type { StageRow, Side, BarRoom } from "./rows";
import type { StageProps } from "./props";

interface Props extends Pick<StageProps, "graph" | "filter" | "colours" | "inGraph"> {
  /** x and y of each vertex, in pixels; null: the graph is drawn elsewhere. */
  readonly places: Float32Array | null;
  readonly radius: number;
  readonly width: number;
  readonly height: number;
  /** null: the bars are drawn elsewhere. */
  readonly bars: readonly BarGroup[] | null;
}

/** The bars of one filtration. */
interface BarGroup extends Side {
  readonly room: BarRoom;
}

/** Draws graphs and bars that are too large for SVG. */
export function StageCanvas(props: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme(canvas);
  useLayoutEffect(() => {
    if (!theme) return;
    const pen = penOf(canvas.current!, props.width, props.height);
    if (props.places) drawGraph(pen, props, props.places, theme);
    for (const { rows, room } of props.bars ?? []) drawBars(pen, rows, room, theme);
  });
  return <canvas class="stage-canvas" ref={canvas} aria-hidden="true" />;
}

function drawGraph(
  pen: CanvasRenderingContext2D,
  props: Props,
  places: Float32Array,
  theme: CanvasTheme,
): void {
  const { graph, filter, radius, colours, inGraph } = props;
  const { threshold, walk } = inGraph;
  const isIn = Array.from(filter, (value) => hasArrived(value, threshold, walk.direction));
  pen.strokeStyle = theme.ink;
  const isDrawn = drawnEdges(graph);
  for (const wanted of [false, true]) {
    pen.globalAlpha = wanted ? 0.25 : 0.06;
    pen.beginPath();
    for (let e = 0; e < graph.edges.length; e += 2) {
      const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
      if (!isDrawn(e / 2) || (isIn[a]! && isIn[b]!) !== wanted) continue;
      pen.moveTo(places[2 * a]!, places[2 * a + 1]!);
      pen.lineTo(places[2 * b]!, places[2 * b + 1]!);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = theme.outline;
  // One path for each colour.
  const ofColour: number[][] = Array.from({ length: STEPS + 1 }, () => []);
  for (let v = 0; v < graph.vertices; v++) ofColour[isIn[v] ? stepOf(filter[v]!, colours) : STEPS]!.push(v);
  ofColour.forEach((vertices, step) => {
    if (vertices.length === 0) return;
    pen.fillStyle = PALETTE[step] ?? theme.panel;
    pen.beginPath();
    for (const v of vertices) {
      const [x, y] = [places[2 * v]!, places[2 * v + 1]!];
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 2 * Math.PI);
    }
    pen.fill();
    pen.stroke();
  });
}

function drawBars(
  pen: CanvasRenderingContext2D,
  rows: readonly StageRow[],
  room: BarRoom,
  theme: CanvasTheme,
): void {
  const thickness = Math.max(0.8 * room.pitch, 0.5);
  for (const row of rows) {
    if (!row.born) continue;
    const { from, to, y } = barShape(row, room);
    pen.globalAlpha = row.ended ? 0.6 : 1;
    pen.fillStyle = isLoop(row.bar.kind) ? theme.ink2 : componentColour(row.colour);
    pen.fillRect(Math.min(from, to), y - thickness / 2, Math.max(Math.abs(to - from), 1), thickness);
  }
  pen.globalAlpha = 1;
}
