import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Graph } from "../../domain/graph";
import { penOf } from "../shared/canvas";
import { PALETTE, stepOf, useTheme } from "../shared/colour";
import type { Domain } from "../shared/colour";

interface Props {
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** x and y of each vertex, in pixels. */
  readonly places: Float32Array;
  readonly radius: number;
  readonly colours: Domain;
  readonly width: number;
  readonly height: number;
  readonly isIn: (vertex: number) => boolean;
}

/** A graph with too many vertices for names and hulls. */
export function StageCanvas(props: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme(canvas);
  useLayoutEffect(() => {
    if (!theme) return;
    const { graph, filter, places, radius, colours, width, height, isIn } = props;
    const pen = penOf(canvas.current!, width, height);
    const stroke = (wanted: boolean, alpha: number): void => {
      pen.globalAlpha = alpha;
      pen.strokeStyle = theme.ink;
      pen.beginPath();
      for (let e = 0; e < graph.edges.length; e += 2) {
        const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
        if ((isIn(a) && isIn(b)) !== wanted) continue;
        pen.moveTo(places[2 * a]!, places[2 * a + 1]!);
        pen.lineTo(places[2 * b]!, places[2 * b + 1]!);
      }
      pen.stroke();
    };
    stroke(false, 0.06);
    stroke(true, 0.25);
    pen.globalAlpha = 1;
    pen.strokeStyle = theme.outline;
    for (let v = 0; v < graph.vertices; v++) {
      pen.beginPath();
      pen.arc(places[2 * v]!, places[2 * v + 1]!, radius, 0, 2 * Math.PI);
      pen.fillStyle = isIn(v) ? PALETTE[stepOf(filter[v]!, colours)]! : theme.panel;
      pen.fill();
      pen.stroke();
    }
  });
  return <canvas class="stage-canvas" ref={canvas} aria-hidden="true" />;
}
