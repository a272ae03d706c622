import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useSlice } from "../../../ui/context";
import { useTheme, UNIT } from "../../../plots/shared/colour";
import { useSize } from "../../../plots/shared/canvas";
import { rangeInView } from "../../../store/selectors";
import type { Data } from "../../../store/state";
import { IconButton } from "../../../ui/IconButton";
import { NextIcon, PreviousIcon, ResetIcon } from "../../../ui/icons";
import { useAnalysis } from "../../../ui/useAnalysis";
import { Thumbnail } from "./Thumbnail";
import type { Card } from "./Thumbnail";
import { ThumbnailLayouts, SIZE, ThumbnailPainter } from "./thumbnails";

/** Number of graphs requested and drawn at once; it fills rows of two, three, four and six. */
const PAGE = 12;
/** Larger graphs are illegible at this size; the card shows their size instead. */
export const MAX_DRAWN_VERTICES = 500;
const GAP = 8;
/** Border and padding of a thumbnail, in pixels. */
const FRAME = 6;

interface GalleryProps {
  readonly data: Data;
  readonly run: number;
  readonly label: string;
  /** Describes the graphs and their order, line by line; empty: not computed yet. */
  readonly hint: readonly string[];
  readonly cards: readonly Card[];
  /** Updates the list to the current graphs; null: the list is current. */
  readonly onRefresh: (() => void) | null;
}

/** Graphs page by page, with vertices coloured by f; a click brings a graph into view. */
export function Gallery(props: GalleryProps): JSX.Element {
  const { data, run, label, hint, cards, onRefresh } = props;
  const act = useAct();
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme(frame);
  const [low, high] = useSlice((state) => rangeInView(state) ?? UNIT);
  const painter = useMemo(() => theme && new ThumbnailPainter(theme, [low, high]), [theme, low, high]);
  const layouts = useLayouts(data);
  const { width } = useSize(frame);
  const columns = Math.max(2, Math.floor((width + GAP) / (SIZE + FRAME + GAP)));
  const shown = useSlice(({ document: { subject } }) => indexIn(subject));

  const [reached, setReached] = useState(0);
  const at = Math.max(0, Math.min(reached, cards.length - 1));
  const page = Math.floor(at / PAGE);
  const first = page * PAGE;
  const visible = cards.slice(first, first + PAGE);
  const isLarge = (index: number): boolean => data.rows[index]!.vertices > MAX_DRAWN_VERTICES;
  const drawn = visible.map(({ index }) => index).filter((index) => !isLarge(index));

  const { result, error } = useAnalysis("inspectMany", drawn.length > 0 ? [drawn] : null);
  const answer = result?.run === run ? result.answer : null;
  answer?.forEach((inspected, i) => layouts.learn(drawn[i]!, inspected));
  useEffect(() => layouts.want(drawn), [layouts, answer]);

  // Moves the focus to the next page as soon as it is rendered.
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (focused.current) frame.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus();
    focused.current = false;
  }, [at]);
  const go = (target: number): void => setReached(Math.max(0, Math.min(target, cards.length - 1)));
  const move = (event: KeyboardEvent): void => {
    const target =
      { PageUp: at - PAGE, PageDown: at + PAGE }[event.key] ??
      gridTarget(event.key, at, columns, cards.length);
    if (target === null) return;
    event.preventDefault();
    focused.current = true;
    go(target);
  };

  return (
    <>
      <div class="fail-row">
        <p class="model-hint fail-hint number">
          {hint.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </p>
        <div class="fail-pages">
          <span class="number">
            <span class="visually-hidden">Page </span>
            {page + 1} / {Math.max(1, Math.ceil(cards.length / PAGE))}
          </span>
          <IconButton class="small" name="Previous graphs" onUse={page > 0 ? () => go(first - PAGE) : null}>
            <PreviousIcon />
          </IconButton>
          <IconButton
            class="small"
            name="Next graphs"
            onUse={first + PAGE < cards.length ? () => go(first + PAGE) : null}
          >
            <NextIcon />
          </IconButton>
          <IconButton class="small" name="Refresh the graphs and their order" onUse={onRefresh}>
            <ResetIcon />
          </IconButton>
        </div>
      </div>
      {error !== null && <p class="model-hint">The graphs cannot be drawn: {error}</p>}
      <div
        ref={frame}
        class={hint.length > 0 ? "fail-gallery" : "fail-gallery fail-gallery-expected"}
        role="group"
        aria-label={label}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        onKeyDown={move}
      >
        {visible.map((card, i) => (
          <Thumbnail
            key={`${run} ${card.index}`}
            card={card}
            place={first + i}
            vertices={data.rows[card.index]!.vertices}
            large={isLarge(card.index)}
            painter={painter}
            laidOut={layouts.of(card.index)}
            filter={answer?.[drawn.indexOf(card.index)]?.filter ?? null}
            shown={card.index === shown}
            reachable={first + i === at}
            onShow={() => act({ type: "show", subject: { type: "graph", index: card.index } })}
            onReach={() => setReached(first + i)}
          />
        ))}
      </div>
    </>
  );
}

/** The layouts of a data set; renders again after each improvement. */
export function useLayouts({ source }: Data): ThumbnailLayouts {
  const [, setBetter] = useState(0);
  const layouts = useMemo(() => new ThumbnailLayouts(() => setBetter((count) => count + 1)), [source]);
  useEffect(() => () => layouts.stop(), [layouts]);
  return layouts;
}

/** Target of a key in a grid filled row by row; null: none. Horizontal moves wrap to the adjacent row. */
export function gridTarget(key: string, at: number, columns: number, count: number): number | null {
  const target = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined || target < 0 || target >= count ? null : target;
}

/**
 * The first value for the question `key`, kept while the model `moves`, so that a list does not change under the
 * reader. `refresh` takes the current value.
 */
export function useCalm<T>(
  fresh: T | null,
  key: string,
  moves: boolean,
): { readonly value: T | null; readonly refresh: () => void } {
  const kept = useRef<{ readonly key: string; readonly value: T } | null>(null);
  const [, redraw] = useState(0);
  if (!moves || kept.current?.key !== key) kept.current = fresh === null ? null : { key, value: fresh };
  const refresh = (): void => {
    kept.current = null;
    redraw((count) => count + 1);
  };
  return { value: kept.current?.value ?? null, refresh };
}
