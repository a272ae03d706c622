import { useEffect, useRef } from "preact/hooks";

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
