import type { JSX } from "preact";
import { useSlice } from "../context";
import { sentence } from "../../domain/text/format";
import { isAskedAbout } from "../../store/selectors";

/** The reason for a missing prediction of the graph; the graph is then shown with its own filter. */
export function AskedProblem(): JSX.Element | null {
  const asks = useSlice(({ document }) => isAskedAbout(document));
  const problem = useSlice(({ asked, run }) => (asked?.run === run?.id ? (asked?.problem ?? null) : null));
  if (!asks || problem === null) return null;
  return <span class="verdict wrong">The filter cannot be shown: {sentence(problem)}</span>;
}
