import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useOwnId } from "./context";

interface PopoverProps {
  /** Name of the button for screen readers, if its content does not contain the name. */
  readonly label?: string;
  readonly button: ComponentChildren;
  readonly buttonClass?: string;
  readonly panelClass?: string;
  /** Called before it opens, and before it closes. */
  readonly onOpen?: (open: boolean) => void;
  /** Mounts the content when the panel first opens, so that it can be fetched on demand. */
  readonly onDemand?: boolean;
  readonly children: ComponentChildren;
}

/** A button with a panel. The browser opens it, closes it on Escape or a click elsewhere, and puts it in the top layer. */
export function Popover({
  label,
  button,
  buttonClass = "button quiet",
  panelClass = "",
  onOpen,
  onDemand = false,
  children,
}: PopoverProps): JSX.Element {
  const id = useOwnId();
  const [mounted, setMounted] = useState(!onDemand);
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // Below the button, inside the window.
  const place = (): void => {
    if (!anchor.current || !panel.current) return;
    const button = anchor.current.getBoundingClientRect();
    const { width, height } = panel.current.getBoundingClientRect();
    const margin = 8;
    const left = Math.max(margin, Math.min(button.left, innerWidth - width - margin));
    const below = button.bottom + 4;
    const top = below + height + margin <= innerHeight ? below : Math.max(margin, button.top - height - 4);
    panel.current.style.left = `${left}px`;
    panel.current.style.top = `${top}px`;
  };

  // The content can arrive later, or change.
  useEffect(() => {
    const watched = new ResizeObserver(place);
    watched.observe(panel.current!);
    return () => watched.disconnect();
  }, []);

  const beforeToggle = ({ newState }: { readonly newState: string }): void => {
    onOpen?.(newState === "open");
    if (newState === "open") setMounted(true);
  };

  // The panel has its position before the next frame and the next key.
  const toggle = (event: Event): void => {
    event.preventDefault();
    panel.current!.togglePopover({ source: anchor.current! });
    place();
  };

  return (
    <>
      <button
        ref={anchor}
        type="button"
        class={buttonClass}
        aria-label={label}
        popovertarget={id}
        onClick={toggle}
      >
        {button}
      </button>
      <div ref={panel} id={id} class={`popover ${panelClass}`} popover="auto" onBeforeToggle={beforeToggle}>
        {mounted && children}
      </div>
    </>
  );
}
