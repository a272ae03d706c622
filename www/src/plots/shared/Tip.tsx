import type { ComponentChildren, JSX } from "preact";
import { isLoop } from "../../domain/graph/graph";
import type { BarcodeKind, Highlight } from "../../domain/graph/graph";
import { useEffect, useRef, useState } from "preact/hooks";

interface TipProps {
  /** Its anchor, in pixels of the plot. */
  readonly x: number;
  readonly y: number;
  /** Width of the plot, in pixels. */
  readonly width: number;
  /** Half the maximal width of the tip: the minimal distance of its centre from the sides. */
  readonly half?: number;
  readonly gap?: number;
  /** Closer to the top than this, there is no space above. */
  readonly height?: number;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A note above a point of a plot, or below it if there is no space, inside the plot. */
export function Tip(props: TipProps): JSX.Element {
  const { x, y, width, half = 130, gap = 14, height = 60, class: name = "tip", children } = props;
  const below = y < height;
  const left = Math.min(Math.max(x, half), Math.max(width - half, half));
  return (
    <div
      class={name}
      aria-hidden="true"
      style={{
        transform: `translate(${left}px, ${y + (below ? gap : -gap)}px) translate(-50%, ${below ? 0 : -100}%)`,
      }}
    >
      {children}
    </div>
  );
}

/** "h1" are the loops of points, which end as components do. */
type BarcodeTitle = BarcodeKind | "h1";

/** The superscript. */
export const SUPERSCRIPTS: Readonly<Record<BarcodeTitle, string>> = {
  h0: "\u00a0",
  h1: "\u00a0",
  h0Essential: "∞",
  h1Essential: "∞",
  h0Extended: "ext",
  h1Extended: "ext",
};

/** B₀, B₀^∞ or B₁^∞, in the notation of the paper, and the same for extended persistence. */
export function BarcodeLabel({ kind }: { kind: BarcodeTitle }): JSX.Element {
  return (
    <span class="barcode-name">
      <i>B</i>
      <span class="scripts">
        <sup>{SUPERSCRIPTS[kind]}</sup>
        <sub>{kind === "h1" || isLoop(kind) ? 1 : 0}</sub>
      </span>
    </span>
  );
}

export const BARCODE_TITLES: Record<BarcodeTitle, string> = {
  h0: "Finite bars of components",
  h1: "Finite bars of loops",
  h0Essential: "Essential components (never end)",
  h1Essential: "Essential loops (never end)",
  h0Extended: "Components, up to their last vertex",
  h1Extended: "Loops, up to their end on the way back",
};

/** Calls `cancel` when the user presses Escape during a drag, regardless of the focus. */
export function useEscape(dragging: boolean, cancel: () => void): void {
  const latest = useRef(cancel);
  latest.current = cancel;
  useEffect(() => {
    if (!dragging) return undefined;
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", escape);
    return () => document.removeEventListener("keydown", escape);
  }, [dragging]);
}

/**
 * Whether a plot is the active one, with its handlers. Only the active plot shows a tooltip; others only
 * highlight.
 */
export function useActive(highlight: Highlight, onHighlight: (highlight: Highlight) => void) {
  const [active, setActive] = useState(false);
  const handlers = {
    onPointerEnter: () => setActive(true),
    onPointerLeave: () => {
      setActive(false);
      // Also after the bar under the pointer has disappeared.
      if (highlight) onHighlight(null);
    },
    onFocus: () => setActive(true),
    onBlur: () => setActive(false),
  };
  return { active, handlers };
}
