import type { JSX } from "preact";
import { useSlice } from "../context";
import { sentence } from "../../domain/text/format";
import { isAskedAbout } from "../../store/selectors";

/** Why the run says nothing of a graph that it was asked about; then the graph is seen with its own filter. */
export function AskedProblem(): JSX.Element | null {
  const asks = useSlice(({ document }) => isAskedAbout(document));
  const problem = useSlice(({ asked, run }) => (asked?.run === run?.id ? (asked?.problem ?? null) : null));
  if (!asks || problem === null) return null;
  return <span class="verdict wrong">The filter cannot be computed: {sentence(problem)}</span>;
}
