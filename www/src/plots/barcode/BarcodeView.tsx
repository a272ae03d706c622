import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isLit } from "../../domain/graph/graph";
import type { Bar, Direction, Graph, Highlight } from "../../domain/graph/graph";
import { endsGoingBack } from "../../domain/persistence/bars";
import { describeBar } from "../../domain/text/sentences";
import { formatCount, plural } from "../../domain/text/format";
import type { Sort } from "../../domain/view";
import { fAxis, ticksOf } from "../shared/axis";
import { useTheme, viridisWithin } from "../shared/colour";
import type { Domain } from "../shared/colour";
import { useSize } from "../shared/canvas";
import { Tip, BARCODE_TITLES, BarcodeLabel, useActive } from "../shared/Tip";
import { BarMark, drawBars, Hatches } from "./draw";
import { blocksOf, layoutOf, markAt, sizeOf } from "./rows";
import type { BarcodeMark } from "./rows";

export interface BarcodeViewProps {
  /** Prefix of the ids of its patterns. */
  readonly id: string;
  readonly graph: Graph;
  readonly bars: readonly Bar[];
  /** The visible filtrations. */
  readonly directions: readonly Direction[];
  /** The filtration of the threshold. */
  readonly direction: Direction;
  readonly threshold: number | null;
  readonly highlight: Highlight;
  readonly sort: Sort;
  /** Also shows zero-length bars. */
  readonly zeroLength: boolean;
  /** Shows essential bars with the deaths of extended persistence. */
  readonly extended: boolean;
  readonly domain: Domain;
  /** The values of the first and the last colour. */
  readonly colours: Domain;
  readonly onHighlight: (highlight: Highlight) => void;
}

/** More bars than this are drawn on a canvas. */
const MAX_SVG = 200;
const AXIS_HEIGHT = 30;

/** B0, B0^∞ and B1^∞ above one f axis, or the last two with extended deaths. Points have a fourth one, of the loops that end. */
export function BarcodeView(props: BarcodeViewProps): JSX.Element {
  const { graph, bars, directions, direction, threshold, highlight, onHighlight, sort, domain, extended } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const theme = useTheme(frame);
  const hatch = props.id;
  const zero = props.zeroLength;
  const { active, handlers } = useActive(highlight, onHighlight);

  const axis = fAxis(width, domain);
  const { blocks, lists, room, shown, note } = useMemo(
    () =>
      layoutOf((room) => blocksOf(bars, directions, sort, zero, room, extended), axis, height - AXIS_HEIGHT),
    [bars, directions.join(), sort, zero, extended, width, height, domain],
  );
  const marks = useMemo(() => lists.flat(), [lists]);
  const lit = marks.filter(({ row }) => row.some((bar) => isLit(bar, highlight)));
  const all = useMemo(() => blocks.reduce((sum, block) => sum + sizeOf(block), 0), [blocks]);
  const large = marks.length > MAX_SVG;

  useLayoutEffect(() => {
    if (large && theme && width > 0) drawBars(canvas.current!, width, room, lists, theme);
  }, [large, lists, width, room, theme]);

  const pointed = highlight?.type === "bar" ? (lit[0] ?? null) : null;
  const hover = (event: PointerEvent): void => {
    const box = frame.current!.getBoundingClientRect();
    const mark = markAt(marks, event.clientX - box.left, event.clientY - box.top);
    if (mark !== pointed) onHighlight(mark && { type: "bar", id: mark.bar.id });
  };
  const keyDown = (event: KeyboardEvent): void => {
    const at = pointed ? marks.indexOf(pointed) : -1;
    const to: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      Home: 0,
      End: marks.length - 1,
    };
    const next = to[event.key];
    if (event.key === "Escape") onHighlight(null);
    else if (next === undefined) return;
    else if (marks.length > 0) {
      onHighlight({ type: "bar", id: marks[Math.min(Math.max(next, 0), marks.length - 1)]!.bar.id });
    }
    event.preventDefault();
  };

  const thresholdX = threshold === null ? null : axis.x(Math.min(Math.max(threshold, domain[0]), domain[1]));
  return (
    <div class="view barcode-view">
      <div
        class="barcode-frame"
        data-picture="0.72"
        ref={frame}
        tabIndex={0}
        role="application"
        aria-roledescription="barcode"
        aria-label={`Barcode with ${plural(all, "bar", "bars")}. Use the up and down arrow keys to move between bars.`}
        onPointerMove={hover}
        {...handlers}
        onKeyDown={keyDown}
      >
        {large && (
          <canvas
            ref={canvas}
            class={lit.length > 0 ? "faded" : ""}
            style={{ height: `${room}px` }}
            aria-hidden="true"
          />
        )}
        <svg width={width} height={height} aria-hidden="true">
          <Hatches id={hatch} />
          {ticksOf(domain).map((value) => (
            <line key={value} class="grid" x1={axis.x(value)} x2={axis.x(value)} y1={0} y2={room} />
          ))}
          {!large && (
            <g class={lit.length > 0 ? "faded" : ""}>
              {marks.map((mark, i) => (
                <BarMark key={i} mark={mark} hatch={hatch} />
              ))}
            </g>
          )}
          {thresholdX !== null && (
            <g>
              {waiting(marks, direction).map(([top, bottom]) => (
                <rect
                  key={top}
                  class="waiting"
                  x={direction === "sub" ? thresholdX : 0}
                  width={Math.max(direction === "sub" ? width - thresholdX : thresholdX, 0)}
                  y={top}
                  height={bottom - top}
                />
              ))}
              <line class="threshold" x1={thresholdX} x2={thresholdX} y1={0} y2={room} />
            </g>
          )}
          {shown.map(({ bar, count, countY }) => (
            <text key={bar.id} class="count" x={width - 2} y={countY} dy="0.35em">
              ×{formatCount(count)}
            </text>
          ))}
          <g class="lit">
            {lit.map((mark) => (
              <BarMark
                key={mark.bar.id}
                mark={{ ...mark, thickness: Math.max(mark.thickness, 5) }}
                hatch={hatch}
              />
            ))}
          </g>
          {ticksOf(domain).map((value) => (
            <text key={value} class="tick" x={axis.x(value)} y={room + AXIS_HEIGHT - 4}>
              {value}
            </text>
          ))}
          <text class="axis-name" x={axis.left - 14} y={room + AXIS_HEIGHT - 4}>
            f
          </text>
          {note !== "" && (
            <text class="count-note" x={width - 2} y={height - 3}>
              {note}
            </text>
          )}
        </svg>
        <div
          class="axis-ramp"
          style={{
            left: `${axis.left}px`,
            width: `${axis.right - axis.left}px`,
            top: `${room + 4}px`,
            background: viridisWithin(domain, props.colours),
          }}
        />
        {width > 0 &&
          blocks.map((block) => {
            const name = block.kind === "h1Extended" && !extended ? "h1" : block.kind;
            return (
              <div
                key={name}
                class="block-name"
                style={{ top: `${block.top}px` }}
                title={BARCODE_TITLES[name]}
              >
                <BarcodeLabel kind={name} />
                <small>{block.rows.length === 0 ? "none" : formatCount(sizeOf(block))}</small>
              </div>
            );
          })}
        {active && pointed && <BarTip mark={pointed} width={width} text={described(pointed, graph)} />}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {active && pointed ? described(pointed, graph) : ""}
      </p>
    </div>
  );
}

function described({ bar, row, count }: BarcodeMark, graph: Graph): string {
  const one = describeBar(bar, graph);
  return row.length === 1 ? one : `${formatCount(count)} equal bars. The first: ${one}`;
}

/** Top and bottom of the rows of the current direction, block by block. */
function waiting(marks: readonly BarcodeMark[], direction: Direction): [number, number][] {
  const runs = new Map<string, [number, number]>();
  for (const { bar, y, thickness } of marks) {
    // An extended loop ends below its birth; the shade must not hide this end.
    if (bar.direction !== direction || endsGoingBack(bar)) continue;
    const run = runs.get(bar.kind);
    const bottom = y + thickness / 2 + 2;
    if (run) run[1] = bottom;
    else runs.set(bar.kind, [y - thickness / 2 - 2, bottom]);
  }
  return [...runs.values()];
}

function BarTip({ mark, width, text }: { mark: BarcodeMark; width: number; text: string }): JSX.Element {
  const middle = (mark.left + mark.right) / 2;
  return (
    <Tip class="tip bar-tip" x={middle} y={mark.y} width={width} gap={12} height={40}>
      {text}
    </Tip>
  );
}
