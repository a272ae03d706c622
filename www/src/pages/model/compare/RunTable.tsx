import type { JSX } from "preact";
import { settingsOf } from "../../../domain/settings/settings";
import { filterLabel } from "../../../domain/settings/models";
import { describeRun, SETTING_LABELS } from "../../../domain/settings/settingWords";
import { formatCount } from "../../../domain/text/format";
import { metricOf } from "../../../domain/training/metric";
import type { Metric } from "../../../domain/training/metric";
import type { ComparedRuns } from "../../../protocol";
import { comparedText, differing, weightsWords } from "./candidates";
import type { Candidate } from "./candidates";
import { formatSeconds } from "./words";

const PARTS = ["training", "validation", "test"] as const;

/** A run beside a run log, with the filter that is compared: "run log of f, minus f: channel f". */
function describeLogged({ summary, filter }: Candidate): string {
  const label = filterLabel(summary, filter);
  return `${describeRun(summary)}${label === null ? "" : `: ${label}`}`;
}

interface RunTableProps {
  readonly pair: readonly [Candidate, Candidate];
  /** null: not computed yet. */
  readonly compared: ComparedRuns | null;
}

/** Two runs side by side: differing settings, metric and training time. */
export function RunTable({ pair, compared }: RunTableProps): JSX.Element {
  const [a, b] = pair.map(({ summary }) => settingsOf(summary)) as [
    ReturnType<typeof settingsOf>,
    ReturnType<typeof settingsOf>,
  ];
  const measure = metricOf(pair[0].summary);
  // The settings of a run log are unknown.
  const logged = pair.map(({ summary }) => summary.logged !== null);
  const names = logged.includes(true) ? [] : differing(a, b);
  const texts = (of: (candidate: Candidate) => string): readonly [string, string] => [
    of(pair[0]),
    of(pair[1]),
  ];
  const rows: (readonly [name: string, values: readonly [string, string]])[] = [
    ...names.map((name) => [SETTING_LABELS[name], [comparedText(name, a), comparedText(name, b)]] as const),
    ...(logged.includes(true) ? [["Run", texts(describeLogged)] as const] : []),
    ["Weights", texts(({ steps, summary }) => weightsWords(steps, summary))],
    ...(logged.includes(true)
      ? []
      : [
          [
            "Steps, time",
            texts(({ steps, seconds }) => `${formatCount(steps)}, ${formatSeconds(seconds)}`),
          ] as const,
        ]),
    ...PARTS.flatMap((part, place) => {
      const shares = [0, 1].map((run) => metricText(compared, measure, run, place)) as [
        string | null,
        string | null,
      ];
      if (compared && shares.every((share) => share === null)) return [];
      return [
        [
          `${measure.most === null ? measure.title : "Right"}, ${part}`,
          [shares[0] ?? "–", shares[1] ?? "–"],
        ] as const,
      ];
    }),
  ];
  return (
    <div class="compare-table table-scroll" data-picture>
      <table class="view-table">
        <caption class="visually-hidden">Differences between runs A and B</caption>
        <thead>
          <tr>
            <th scope="col">
              {logged.includes(true) ? "Run log" : names.length === 0 ? "Same settings" : "Differs"}
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, [one, other]]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Metric over a part of the run's own split; null: the part is empty or not computed yet. */
function metricText(
  compared: ComparedRuns | null,
  { most, format }: Metric,
  run: number,
  part: number,
): string | null {
  const sum = compared?.metrics[6 * run + 2 * part] ?? 0;
  const graphs = compared?.metrics[6 * run + 2 * part + 1] ?? 0;
  if (graphs === 0) return null;
  return `${format(sum / graphs)} ${most === null ? "over" : "of"} ${formatCount(graphs)}`;
}
