import type { JSX } from "preact";

interface IconButtonProps {
  readonly name: string;
  readonly class?: string;
  readonly disabled: boolean;
  readonly onUse: () => void;
  readonly children: JSX.Element;
}

/** A button with an icon. A disabled one keeps the focus, because someone who steps by keys would lose the place otherwise. */
export function IconButton({
  name,
  class: more = "",
  disabled,
  onUse,
  children,
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`button icon-button ${more}`}
      aria-label={name}
      title={name}
      aria-disabled={disabled}
      onClick={() => !disabled && onUse()}
    >
      {children}
    </button>
  );
}
