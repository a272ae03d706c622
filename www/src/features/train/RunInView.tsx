import type { JSX } from "preact";
import { useSlice } from "../context";
import { describeRun } from "../../domain/settings/settingWords";
import { formatCount } from "../../domain/text/format";

/** The configuration of the run in view, independent of the settings of the next run. */
export function RunInView({ named = false }: { readonly named?: boolean }): JSX.Element | null {
  const summary = useSlice(({ run }) => run?.summary);
  if (!summary && named) return null;
  const text =
    !summary || summary.logged
      ? ""
      : `${describeRun(summary)}; ${formatCount(summary.parameters)} parameters`;
  // Its line stays reserved.
  return (
    <p class="model" title={text}>
      {named && "Current run: "}
      {text}
    </p>
  );
}
