import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../../domain/text/format";
import type { LaidOut } from "./thumbnailLayouts";
import { SIZE, type ThumbnailPainter } from "./thumbnailPainter";

/** A graph of a gallery, and what is said of it. */
export interface Card {
  /** In the data set. */
  readonly index: number;
  readonly number: string;
  /** What the number is, for those who do not see where it stands. */
  readonly meaning: string;
  readonly caption: string;
  /** What else there is to say; empty: nothing. */
  readonly more: string;
}

interface ThumbnailProps {
  readonly card: Card;
  /** Its place in the gallery, from 0. */
  readonly place: number;
  readonly vertices: number;
  /** Too large to be drawn: its size stands there instead. */
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

/** One graph of the gallery. What was drawn last stays until there is something newer. */
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
        <span title={card.caption}>{card.caption}</span>
        <span class="visually-hidden">
          {card.more}
          {large ? "" : `, ${plural(vertices, "vertex", "vertices")}`}
        </span>
      </span>
    </button>
  );
}
