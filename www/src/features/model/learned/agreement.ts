// How far a fixed filter and f order vertices alike, in a sentence.

import { formatShare } from "../../../domain/text/format";
import type { FilterBeside } from "../../../protocol";

type Agreement = Pick<FilterBeside, "agreement" | "untied">;

/** Shares of the training graphs and of the others are never mixed. */
export function agreementOf(name: string, { agreement, untied }: Agreement, others: string): string {
  const parts = [
    { where: others, share: agreement[1], untied: untied[1] },
    { where: "training graphs", share: agreement[0], untied: untied[0] },
  ].flatMap(({ where, share, untied }) =>
    share === null || untied === null ? [] : [{ where, share, untied }],
  );
  if (parts.length === 0)
    return `No two vertices of a graph have different values both in f and in the fixed filter (${name}): there is no order to compare.`;
  const shares = parts.map(({ where, share }) => `${formatShare(share)} over the ${where}`);
  const counted = parts.map((part) => formatShare(part.untied));
  return `f and the fixed filter (${name}) order pairs of vertices alike in ${shares.join(", ")}, among the pairs within a graph that neither filter ties: ${counted.join(" and ")} of all pairs.`;
}
