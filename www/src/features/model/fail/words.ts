// The text above the list of graphs.

interface Listed {
  /** The list has misclassified graphs. */
  readonly wrong: boolean;
  /** The weights that gave the list and its order. */
  readonly weights: string;
}

/** The order of the list and the meaning of its numbers. `weights`: those of the numbers. */
export function hintOf(
  { wrong, weights: listed }: Listed,
  weights: string,
  graphs: number,
): readonly string[] {
  const since = listed === weights ? "" : ` Numbers: ${lower(weights)}.`;
  if (graphs === 0) return [`${listed}: none.`];
  return wrong
    ? [`${listed}, most confident mistakes first.${since}`, "Number: score lead over the actual class."]
    : [`${listed}, least confident first.${since}`, "Number: score lead over the second class."];
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
