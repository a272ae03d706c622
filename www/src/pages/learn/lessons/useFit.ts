import { useLayoutEffect } from "preact/hooks";
import type { RefObject } from "preact";

/** The style sheet has a smaller text and smaller gaps for each. */
const SMALLEST = 4;

/**
 * Gives a card the largest text with which its question, its answers and their explanations are in sight. In the smallest one, the text above
 * the question scrolls by itself.
 */
export function useFit(card: RefObject<HTMLElement>, content: unknown): void {
  useLayoutEffect(() => {
    const { current: element } = card;
    if (!element) return undefined;
    const fit = (): void => {
      // The bars that a learner adds scroll: the text above them keeps its size and its place.
      if (element.querySelector(".barcode-row")) return;
      const read = element.querySelector(".lesson-read")!;
      const scroll = read.parentElement!;
      const overflows = (): boolean =>
        read.scrollHeight > read.clientHeight + 1 || scroll.scrollHeight > scroll.clientHeight + 1;
      for (let size = 0; size <= SMALLEST; size++) {
        element.dataset["fit"] = String(size);
        if (!overflows()) break;
      }
    };
    fit();
    let request = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(fit);
    });
    observer.observe(element);
    // Parts of a card are fetched when it opens.
    for (const part of element.querySelectorAll(".lesson-read, .lesson-ask")) observer.observe(part);
    return () => {
      cancelAnimationFrame(request);
      observer.disconnect();
    };
  }, [card, content]);
}
