import type { ComponentChildren, JSX } from "preact";

interface TipProps {
  /** Its anchor, in pixels of the plot. */
  readonly x: number;
  readonly y: number;
  /** Of the plot. */
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
