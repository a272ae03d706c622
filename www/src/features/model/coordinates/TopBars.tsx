import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useApp } from "../../context";
import { plural } from "../../../domain/text/format";
import type { Inspected } from "../../../engine/calls";
import { useTheme } from "../../../plots/shared/colour";
import type { Part } from "../../../protocol";
import type { Data } from "../../../store/state";
import { litBy } from "../../inspect/lit";
import { formatSigned } from "../../learn/tools/numbers";
import { DRAWN, useLayouts } from "../fail/Gallery";
import type { LaidOut } from "../fail/thumbnailLayouts";
import { SIZE, ThumbnailPainter } from "../fail/thumbnailPainter";
import { useAnalysis } from "../useAnalysis";
import { namesOf } from "../why/words";
import { TYPE_OF } from "./functions";
import type { TopBar } from "./top";
import { describeTop } from "./words";

interface TopBarsProps {
  readonly data: Data;
  readonly part: Part;
  /** "function 17 of B₀" */
  readonly title: string;
  /** null: not computed yet. */
  readonly bars: readonly TopBar[] | null;
  /** The weights of the values, as text. */
  readonly weights: string;
  readonly shown: TopBar | null;
  readonly onShow: (top: TopBar) => void;
}

/** Number of bars shown; it fills rows of two and four. */
const SHOWN = 8;
const NAMES: Readonly<Record<Part, string>> = { train: "training", validation: "validation", test: "test" };

/** The top bars of a coordinate function over a part of the data set, each in its graph. */
export function TopBars({ data, part, title, bars, weights, shown, onShow }: TopBarsProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme(frame);
  const painter = useMemo(() => theme && new ThumbnailPainter(theme), [theme]);
  const layouts = useLayouts(data);
  // Omits bars without a contribution.
  const first = bars?.filter(({ value }) => value !== 0).slice(0, SHOWN) ?? [];
  const drawn = [...new Set(first.map(({ graph }) => graph))].filter(
    (graph) => data.rows[graph]!.vertices <= DRAWN,
  );
  const { result } = useAnalysis("inspectMany", drawn.length > 0 ? [drawn] : null, false);
  const answer = result?.answer ?? null;
  answer?.forEach((inspected, i) => layouts.learn(drawn[i]!, inspected));
  useEffect(() => layouts.want(drawn), [layouts, answer]);
  const names = namesOf(
    first.map(({ bar }) => ({ ...bar, type: TYPE_OF[bar.kind as keyof typeof TYPE_OF], count: 1 })),
  );
  return (
    <>
      <p class="model-hint">{bars ? describeTop(first, title, NAMES[part]) : "Evaluating the model …"}</p>
      <div
        ref={frame}
        class="coordinates-gallery"
        role="group"
        aria-label={`Bars of the ${NAMES[part]} graphs with the largest contributions to ${title}`}
      >
        {first.map((top, i) => (
          <button
            key={`${top.graph} ${top.bar.id}`}
            type="button"
            class="fail-thumb"
            aria-current={shown?.graph === top.graph && shown.bar.id === top.bar.id}
            onClick={() => onShow(top)}
          >
            {data.rows[top.graph]!.vertices > DRAWN ? (
              <span class="fail-picture">{plural(data.rows[top.graph]!.vertices, "vertex", "vertices")}</span>
            ) : (
              <Picture
                top={top}
                painter={painter}
                laidOut={layouts.of(top.graph)}
                inspected={answer?.[drawn.indexOf(top.graph)] ?? null}
                weights={weights}
              />
            )}
            <span class="fail-caption">
              <span>graph {top.graph + 1}</span>
              <b class="number">{formatSigned(top.value)}</b>
            </span>
            <span class="coordinates-caption">{names[i]}</span>
            <span class="coordinates-caption">
              {plural(top.bars, "bar", "bars")}, {plural(top.graphs, "graph", "graphs")}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

interface PictureProps {
  readonly top: TopBar;
  readonly painter: ThumbnailPainter | null;
  readonly laidOut: LaidOut | null;
  readonly inspected: Inspected | null;
  readonly weights: string;
}

/** The graph; only the component or cycle of the bar is coloured by f. */
function Picture({ top, painter, laidOut, inspected, weights }: PictureProps): JSX.Element {
  const { topology } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const filter = inspected?.filter ?? null;
  const lit = useMemo(() => {
    if (!laidOut || !filter || top.bar.birthVertex >= filter.length) return null;
    const { bar } = top;
    const { region, cycle } = litBy(
      topology,
      laidOut.graph,
      [bar],
      filter,
      { type: "bar", id: bar.id },
      null,
      null,
    );
    return new Set([...region, ...cycle]);
  }, [laidOut?.graph, filter, top.bar.id, weights]);
  useLayoutEffect(() => {
    if (canvas.current && painter && laidOut && filter) painter.draw(canvas.current, laidOut, filter, lit);
  }, [painter, laidOut, filter, lit]);
  return <canvas ref={canvas} class="fail-picture" width={SIZE} height={SIZE} aria-hidden="true" />;
}
