import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { keptBeside, marksOf, nearestKept, keptUpTo } from "../../domain/training/epochs";
import type { EpochMark } from "../../domain/training/epochs";
import type { Metric } from "../../domain/training/metric";
import type { EpochReport } from "../../protocol";
import { useSize } from "../shared/canvas";

export interface EpochStripProps {
  readonly reports: readonly EpochReport[];
  /** Epochs whose weights are kept, ascending. */
  readonly kept: readonly number[];
  /** The configured number of epochs: the fixed right end of the strip during training. */
  readonly total: number;
  /** The epoch in view, one of the kept ones; null: the current weights. */
  readonly epoch: number | null;
  readonly measure: Metric;
  readonly disabled: boolean;
  /** The text of the position for screen readers. */
  readonly text: string;
  /** null: the current weights. */
  readonly onEpoch: (epoch: number | null) => void;
  readonly onPlay: () => void;
}

/** Width of a mark with its gap. */
const PITCH = 4;
/** Within this distance of its left end, a touch selects epoch 0, for any number of epochs. */
const START = 6;
/** The step of Page Up and Page Down, as a share of the kept epochs. */
const PAGE = 0.1;

/** A mark for every epoch, as high as its test metric; highlights the epoch in view. */
export function EpochStrip(props: EpochStripProps): JSX.Element {
  const { reports, kept, total, epoch, measure, disabled, text, onEpoch, onPlay } = props;
  const host = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(host);
  const [hovered, setHovered] = useState<number | null>(null);
  const last = Math.max(total, kept.at(-1) ?? 0, reports.at(-1)?.epoch ?? 0);
  const marks = useMemo(
    () => marksOf(reports, kept, last, Math.floor(width / PITCH)),
    [reports, kept, last, width],
  );
  const done = kept.at(-1) ?? 0;
  const columns = useMemo(
    () => new Columns(marks, width, height, measure.most),
    [marks, width, height, measure],
  );
  const inView = epoch === null ? null : columns.at(epoch);
  const pointed = hovered === null || hovered > done ? null : columns.at(hovered);

  const epochAt = (event: PointerEvent): number => {
    const box = host.current!.getBoundingClientRect();
    if (event.clientX - box.left < START) return 0;
    const share = (event.clientX - box.left) / Math.max(box.width, 1);
    return Math.min(Math.max(Math.floor(share * (last + 1)), 0), last);
  };
  const go = (event: PointerEvent): void => {
    const nearest = nearestKept(kept, epochAt(event));
    if (nearest !== null && nearest !== epoch) onEpoch(nearest);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.round(PAGE * kept.length));
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -page,
      PageUp: page,
      Home: -kept.length,
      End: kept.length,
    };
    const step = steps[event.key];
    if (event.key === " ") onPlay();
    else if (event.key === "Escape") onEpoch(null);
    else if (step === undefined) return;
    else {
      // The current weights come after the last epoch: one step back is that epoch.
      const from = epoch ?? done;
      const by = epoch === null && step === -1 && kept.length > 1 ? 0 : step;
      onEpoch(keptBeside(kept, from, by));
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class="epoch-strip"
      ref={host}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label="Epoch whose weights are shown"
      aria-valuemin={0}
      aria-valuemax={Math.max(done, 1)}
      aria-valuenow={epoch ?? done}
      aria-valuetext={text}
      aria-disabled={disabled}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        host.current!.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        setHovered(epochAt(event));
        if (!disabled && host.current!.hasPointerCapture(event.pointerId)) go(event);
      }}
      onPointerLeave={() => setHovered(null)}
      onKeyDown={keyDown}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <rect class="epoch-room" x={0} y={height - 1} width={width} height={1} />
          <path class="epoch-left-out" d={columns.paths(isLeftOut)} />
          <path class="epoch-kept" d={columns.paths(isKept)} />
          {pointed && <path class="epoch-pointed" d={columns.path(pointed)} />}
          {inView && <path class="epoch-in-view" d={columns.path(inView) + columns.pointer(inView)} />}
        </svg>
      )}
      {pointed && !disabled && (
        <div
          class="tip epoch-tip"
          aria-hidden="true"
          style={{ left: `${Math.min(Math.max(columns.x(pointed.from), 90), width - 90)}px` }}
        >
          {describeMark(pointed, kept, measure)}
        </div>
      )}
    </div>
  );
}

/** The epochs of a mark, their metric, and whether weights are kept. */
function describeMark({ from, to, metric }: EpochMark, kept: readonly number[], measure: Metric): string {
  const name = from === to ? `Epoch ${from}` : `Epochs ${from} to ${to}`;
  const mean = from === to ? "" : "mean ";
  const testText = metric === null ? "" : `, ${mean}test ${measure.name} ${measure.format(metric)}`;
  const leads = keptUpTo(kept, to);
  const gone = leads !== null && leads >= from ? "" : "; weights not kept";
  return `${name}${testText}${gone}`;
}

/** Space above the marks for the pointer to the epoch in view. */
const HEAD = 7;
/** The height of a mark of unknown metric. */
const STUB = 3;

/** Positions of the marks of a strip, as SVG paths. */
export class Columns {
  readonly #marks: readonly EpochMark[];
  readonly #width: number;
  readonly #height: number;
  readonly #gap: number;
  /** The metric of the highest mark. */
  readonly #most: number;

  /** `most`: the largest possible metric; null: that of the marks. */
  constructor(marks: readonly EpochMark[], width: number, height: number, most: number | null) {
    this.#most = most ?? Math.max(Number.MIN_VALUE, ...marks.map(({ metric }) => metric ?? 0));
    this.#marks = marks;
    this.#width = width;
    this.#height = height;
    this.#gap = width / marks.length > 2.5 ? 1.25 : 0;
  }

  /** The mark of an epoch; null: there is none. */
  at(epoch: number): EpochMark | null {
    return this.#marks.find(({ to }) => to >= epoch) ?? null;
  }

  /** The left end of an epoch. */
  x(epoch: number): number {
    return (epoch / ((this.#marks.at(-1)?.to ?? 0) + 1)) * this.#width;
  }

  /** From the baseline up to the metric. */
  path({ from, to, metric }: EpochMark): string {
    const height = this.#height;
    const top = metric === null ? height - STUB : height - (metric / this.#most) * (height - HEAD);
    const right = Math.max(this.x(to + 1) - this.#gap, this.x(from) + 1);
    return `M${this.x(from).toFixed(2)} ${height}V${top.toFixed(2)}H${right.toFixed(2)}V${height}z`;
  }

  paths(which: (mark: EpochMark) => boolean): string {
    return this.#marks
      .filter(which)
      .map((mark) => this.path(mark))
      .join("");
  }

  /** A small triangle above a mark. */
  pointer({ from, to }: EpochMark): string {
    const middle = (this.x(from) + this.x(to + 1) - this.#gap) / 2;
    return `M${(middle - 4).toFixed(2)} 0h8l-4 6z`;
  }
}

/** Marks of completed epochs with kept weights. */
export const isKept = ({ kept }: EpochMark): boolean => kept;
/** Marks of completed epochs without kept weights. */
export const isLeftOut = ({ kept, metric }: EpochMark): boolean => !kept && metric !== null;
