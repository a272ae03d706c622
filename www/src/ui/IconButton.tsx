import type { JSX } from "preact";

interface IconButtonProps {
  readonly name: string;
  /** The text under the pointer, if a row of a table makes the name longer than it has to be there. */
  readonly title?: string;
  readonly class?: string;
  /** null: unavailable. */
  readonly onUse: ((button: HTMLElement) => void) | null;
  readonly children: JSX.Element;
}

/** A button with an icon. An unavailable one keeps the focus, because someone who steps by keys would lose the place otherwise. */
export function IconButton({
  name,
  title = name,
  class: more = "",
  onUse,
  children,
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`button icon-button ${more}`}
      aria-label={name}
      title={title}
      aria-disabled={onUse === null}
      onClick={({ currentTarget }) => onUse?.(currentTarget)}
    >
      {children}
    </button>
  );
}
