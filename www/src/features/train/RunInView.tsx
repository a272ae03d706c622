import type { JSX } from "preact";
import { useSlice } from "../context";
import { describeRun } from "../../domain/settings/settingWords";
import { formatCount } from "../../domain/text/format";

/** What the run in view was made with, whatever the settings of the next one are. */
export function RunInView({ named = false }: { readonly named?: boolean }): JSX.Element | null {
  const summary = useSlice(({ run }) => run?.summary);
  if (!summary && named) return null;
  const text = summary ? `${describeRun(summary)}; ${formatCount(summary.parameters)} parameters` : "";
  // Its line is kept free for it.
  return (
    <p class="model" title={text}>
      {named && "Current run: "}
      {text}
    </p>
  );
}
