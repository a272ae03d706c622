import { linkHorizontal } from "d3-shape";
import type { JSX } from "preact";
import type { Bands, Shape } from "./bands";
import type { Lit } from "./lit";

interface LinkLinesProps {
  readonly bands: Bands;
  readonly width: number;
  readonly columns: Shape["columns"];
  readonly lit: Lit;
}

const curve = linkHorizontal<unknown, readonly [number, number]>();

/** The lines between the columns. The lines of a lit bar continue to the score with the width of its contribution. */
export function LinkLines({ bands, width, columns, lit }: LinkLinesProps): JSX.Element {
  const { height, scale, toFunctions, toScore } = bands;
  const edges = columns.map((_, i) => width * columns.slice(0, i + 1).reduce((sum, share) => sum + share, 0));
  const [bars, functions, functionsEnd, score] = [edges[0]!, edges[1]!, edges[2]!, edges[3]!];
  const idle = lit.row === null && lit.own === null;
  const onlyFunction = lit.row === null && lit.own !== null;
  const line = (
    key: string,
    [start, from]: readonly [number, number],
    [end, to]: readonly [number, number],
    amount: number,
    on: boolean,
  ): JSX.Element => (
    <path
      key={key}
      class={amount < 0 ? "negative" : "positive"}
      data-lit={idle ? undefined : on}
      stroke-width={Math.abs(amount) * scale}
      d={curve({ source: [start, from], target: [end, to] }) ?? ""}
    />
  );
  const throughRow = lit.row ? [...lit.links] : [];
  return (
    <svg class="links-lines" width={width} height={height} aria-hidden="true">
      {toFunctions.map(({ link, from, to, amount }, i) =>
        line(`link ${i}`, [bars, from], [functions, to], amount, lit.links.has(link)),
      )}
      {toScore.map(({ of, from, to, amount }, i) =>
        line(`score ${i}`, [functionsEnd, from], [score, to], amount, onlyFunction && of === lit.own),
      )}
      {throughRow.map(({ to: node, amount }, i) => {
        const whole = toScore.find(({ of }) => of === node)!;
        return line(`part ${i}`, [functionsEnd, whole.from], [score, whole.to], amount, true);
      })}
    </svg>
  );
}
