import { useState } from "preact/hooks";
import type { Highlight } from "../../domain/graph/graph";

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
