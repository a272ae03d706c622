import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../../domain/text/format";
import type { LaidOut, ThumbnailPainter } from "./thumbnails";
import { SIZE } from "./thumbnails";
import { filterLabel, hasFilter, withoutFilter } from "../../../domain/settings/models";
import { ColourBar } from "../../../plots/graph/ColourBar";
import { UNIT, VIRIDIS } from "../../../plots/shared/colour";
import { formatValue } from "../../../domain/text/values";
import { filterInView, rangeInView } from "../../../store/selectors";
import { useSlice } from "../../../ui/context";

/** A graph of a gallery and its caption. */
export interface Card {
  /** Index in the data set. */
  readonly index: number;
  readonly number: string;
  /** The meaning of the number, for screen readers. */
  readonly meaning: string;
  /** The word before the caption. It is cut off first. */
  readonly word?: string;
  readonly caption: string;
  /** Additional text; may be empty. */
  readonly more: string;
}

interface ThumbnailProps {
  readonly card: Card;
  /** Position in the gallery, from 0. */
  readonly place: number;
  readonly vertices: number;
  /** Whether the graph is too large to draw; the card shows its size instead. */
  readonly large: boolean;
  readonly painter: ThumbnailPainter | null;
  /** null: not computed yet. */
  readonly laidOut: LaidOut | null;
  readonly filter: Float32Array | null;
  readonly shown: boolean;
  readonly reachable: boolean;
  readonly onShow: () => void;
  readonly onReach: () => void;
}

/** One graph of the gallery. The last drawing stays until a newer one is available. */
export function Thumbnail(props: ThumbnailProps): JSX.Element {
  const { card, place, vertices, large } = props;
  const { painter, laidOut, filter, shown, reachable, onShow, onReach } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current && painter && laidOut && filter) painter.draw(canvas.current, laidOut, filter);
  }, [painter, laidOut, filter]);
  return (
    <button
      type="button"
      class="fail-thumb"
      data-place={place}
      aria-current={shown}
      tabIndex={reachable ? 0 : -1}
      onFocus={onReach}
      onClick={onShow}
    >
      {large ? (
        <span class="fail-picture">{plural(vertices, "vertex", "vertices")}</span>
      ) : (
        <canvas ref={canvas} class="fail-picture" width={SIZE} height={SIZE} aria-hidden="true" />
      )}
      <span class="fail-caption">
        <span class="fail-name">
          <span class="fail-word">graph </span>
          {card.index + 1}
        </span>{" "}
        <b class="number">
          <span class="visually-hidden">{card.meaning} </span>
          {card.number}
        </b>
      </span>
      <span class="fail-caption">
        <span class="fail-name" title={[card.word, card.caption].join(" ").trim()}>
          {card.word && <span class="fail-word">{card.word} </span>}
          <span class="fail-value">{card.caption}</span>
        </span>
        <span class="visually-hidden">
          {card.more}
          {large ? "" : `, ${plural(vertices, "vertex", "vertices")}`}
        </span>
      </span>
    </button>
  );
}

/** The colours of f in the thumbnails, or the reason why there are none. */
export function FilterKey(): JSX.Element {
  const config = useSlice((state) => state.run?.summary.config);
  const domain = useSlice((state) => rangeInView(state) ?? UNIT);
  const label = useSlice(({ run, view }) => run && filterLabel(run.summary, filterInView({ run, view })));
  const [low, high] = domain.map(formatValue);
  return config !== undefined && !hasFilter(config) ? (
    <p class="model-hint">{withoutFilter(config.model)}</p>
  ) : (
    <ColourBar
      name={label ?? "f"}
      ends={[low!, high!]}
      domain={domain}
      colours={VIRIDIS}
      threshold={null}
      direction="sub"
    />
  );
}
