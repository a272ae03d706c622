import type { JSX } from "preact";
import { useRef, useState, useEffect } from "preact/hooks";
import { formatCount, messageOf } from "../../../domain/text/format";
import type { Part } from "../../../protocol";
import { gridTarget } from "../fail/Gallery";
import { nameOfPart } from "../parts";
import type { Candidate } from "./candidates";
import { ENOUGH, formatTau, meanOf, signOf } from "./words";
import { useApp } from "../../../ui/context";

interface AgreementMatrixProps {
  /** At least three, all with a filter. */
  readonly candidates: readonly Candidate[];
  readonly part: Part;
  /** The weights in view. */
  readonly weights: string;
  readonly chosen: readonly [Candidate, Candidate | null];
  readonly onChoose: (one: Candidate, other: Candidate) => void;
}

/** Agreement of every pair of runs. A cell is a button that selects the pair; arrow keys move between cells. */
export function AgreementMatrix(props: AgreementMatrixProps): JSX.Element {
  const { candidates, part, weights, chosen, onChoose } = props;
  const [all, setAll] = useState(false);
  const over = all ? null : part;
  const { known, error } = useAgreements(candidates, over, weights);
  const body = useRef<HTMLTableSectionElement>(null);
  const [reached, setReached] = useState(1);
  const size = candidates.length;
  const at = Math.min(reached, size * size - 1);
  const move = (event: KeyboardEvent): void => {
    const target = gridTarget(event.key, at, size, size * size);
    if (target === null) return;
    event.preventDefault();
    setReached(target);
    body.current?.querySelectorAll("button")[target]?.focus();
  };
  const versions = candidates.map((one) => versionOf(one, weights));
  const agreementOf = (i: number, j: number): PairAgreement | undefined =>
    known.get(pairKey(over, versions[Math.min(i, j)]!, versions[Math.max(i, j)]!));
  return (
    <section class="compare-matrix" aria-label="Agreement of all runs" data-picture>
      <h3 class="fail-heading">
        Mean τ of every two runs, {all ? "all graphs" : `common ${nameOfPart(part)} graphs`}
      </h3>
      <label class="compare-all" data-unpictured>
        <input
          type="checkbox"
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        over all graphs: τ needs no common part
      </label>
      {error !== null && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
      <div class="table-scroll">
        <table role="grid" aria-label="Mean τ of every two runs" onKeyDown={move}>
          <thead>
            <tr>
              <td />
              {candidates.map(({ key, title }, j) => (
                <th key={key} scope="col" title={title}>
                  {j + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {candidates.map((one, i) => (
              <tr key={one.key}>
                <th scope="row" title={one.title}>
                  {i + 1} · {one.title}
                </th>
                {candidates.map((other, j) => (
                  <td key={other.key}>
                    <Cell
                      runs={[i + 1, j + 1]}
                      agreement={i === j ? { mean: 1, graphs: 0, of: 0 } : agreementOf(i, j)}
                      chosen={chosen[0].key === one.key && chosen[1]?.key === other.key}
                      reachable={i * size + j === at}
                      onReach={() => setReached(i * size + j)}
                      onChoose={() => onChoose(one, other)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CellProps {
  readonly runs: readonly [number, number];
  /** undefined: not computed yet. */
  readonly agreement: PairAgreement | undefined;
  readonly chosen: boolean;
  readonly reachable: boolean;
  readonly onReach: () => void;
  readonly onChoose: () => void;
}

function Cell({ runs: [i, j], agreement, chosen, reachable, onReach, onChoose }: CellProps): JSX.Element {
  const mean = agreement?.mean ?? null;
  const words = i === j ? "the same run" : wordsOf(agreement);
  const sign = agreement && i !== j ? signOf(agreement) : null;
  return (
    <button
      type="button"
      class={sign === null ? "compare-cell" : `compare-cell ${sign}`}
      style={{ "--share": Math.abs(mean ?? 0).toFixed(3) }}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={chosen}
      aria-label={`Runs ${i} and ${j}: ${words}`}
      title={words}
      onFocus={onReach}
      onClick={onChoose}
    >
      <span>{i === j ? "=" : mean === null ? (agreement ? "–" : "…") : formatTau(mean)}</span>{" "}
      {i !== j && <small>{agreement ? `n = ${formatCount(agreement.graphs)}` : ""}</small>}
    </button>
  );
}

function wordsOf(agreement: PairAgreement | undefined): string {
  if (!agreement) return "not computed yet";
  const { mean, graphs, of } = agreement;
  if (of === 0) return "no graph in this part of both";
  if (mean === null) return "no graph ordered by both";
  const less = graphs < of ? ` of ${formatCount(of)} compared` : "";
  const few = graphs < ENOUGH ? `, too few graphs for a colour: ${ENOUGH} are needed` : "";
  return `mean τ ${formatTau(mean)}, n = ${formatCount(graphs)}${less}${few}`;
}

/** The agreement of two runs over the graphs that both have in a part, or over all. */
interface PairAgreement {
  /** Mean of τ; null: undefined for all graphs. */
  readonly mean: number | null;
  /** Number of graphs with a τ. */
  readonly graphs: number;
  /** Number of compared graphs. */
  readonly of: number;
}

/**
 * Computes the agreement of every pair of these runs, pair by pair, by `pairKey`; `weights` identifies the weights in
 * view.
 */
function useAgreements(
  candidates: readonly Candidate[],
  /** null: all graphs. */
  part: Part | null,
  weights: string,
): { readonly known: ReadonlyMap<string, PairAgreement>; readonly error: string | null } {
  const { services } = useApp();
  const [known, setKnown] = useState<ReadonlyMap<string, PairAgreement>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const versions = candidates.map((one) => versionOf(one, weights));
  const question = [part, ...versions].join("|");
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    setError(null);
    const ask = async (): Promise<void> => {
      for (const [i, one] of candidates.entries()) {
        for (const [j, other] of candidates.slice(0, i).entries()) {
          const key = pairKey(part, versions[j]!, versions[i]!);
          if (known.has(key)) continue;
          const pair = [other.compared, one.compared] as const;
          const asking = { signal, urgent: false, beside: pair };
          const result = await services.analysis.ask("compare", [part, pair], asking);
          if (signal.aborted || !result) return;
          const { taus = new Float64Array() } = result.answer.agreement ?? {};
          const graphs = taus.filter((tau) => !Number.isNaN(tau)).length;
          setKnown((before) =>
            new Map(before).set(key, {
              mean: meanOf(taus),
              graphs,
              of: result.answer.graphs.length,
            }),
          );
        }
      }
    };
    ask().catch((problem: unknown) => {
      if (!signal.aborted) setError(messageOf(problem));
    });
    return () => abort.abort();
    // `question` identifies the candidates.
  }, [services, question]);
  return { known, error };
}

/** A candidate with its weights, since those in view change. */
function versionOf({ key, steps, filter }: Candidate, weights: string): string {
  return key === "view" ? `view ${weights} ${filter}` : `${key} ${steps} ${filter}`;
}

function pairKey(part: Part | null, one: string, other: string): string {
  return `${part ?? "all"}|${one}|${other}`;
}
