import { useState } from "preact/hooks";
import type { Highlight } from "../../domain/graph/graph";

/** Whether a plot is the one in use, and the handlers that tell. Only that one speaks; the others just light up. */
export function useActive(highlight: Highlight, onHighlight: (highlight: Highlight) => void) {
  const [active, setActive] = useState(false);
  const handlers = {
    onPointerEnter: () => setActive(true),
    onPointerLeave: () => {
      setActive(false);
      // Also where the bar that was pointed at is no more.
      if (highlight) onHighlight(null);
    },
    onFocus: () => setActive(true),
    onBlur: () => setActive(false),
  };
  return { active, handlers };
}
