import type { JSX } from "preact";
import { useEffect, useMemo, useState, useRef } from "preact/hooks";
import { useApp, useSlice } from "../../../ui/context";
import type { ComparedPair } from "../../../engine/calls";
import type { Part, RunSummary } from "../../../protocol";
import type { AnalysisResult } from "../../../services/inspection/analysisEngine";
import { withoutTraining } from "../../../store/selectors";
import type { Data, State } from "../../../store/state";
import { Switch } from "../../../ui/Switch";
import { Chance } from "../Doubt";
import { partsOf, nameOfPart } from "../parts";
import { useAnalysis, standing } from "../../../ui/useAnalysis";
import { graphInView, NoGraph } from "../placeholders";
import { AgreementMatrix } from "./AgreementMatrix";
import { candidatesOf, learnsFilter, pairOf } from "./candidates";
import type { Candidate } from "./candidates";
import { ChoosePair } from "./ChoosePair";
import { Evolution } from "./Evolution";
import { GraphPair } from "./GraphPair";
import { RunTable } from "./RunTable";
import type { Choice, ComparedRow, Rightness } from "./words";
import {
  agreementWords,
  splitWords,
  rangeWords,
  formatTau,
  rightWords,
  meanOf,
  rowsOf,
  BINS,
  countsOf,
  rangeOfBin,
  chosenRows,
  rightCounts,
} from "./words";
import { onSameSplit, settingsOf } from "../../../domain/settings/settings";
import { plural, formatCount } from "../../../domain/text/format";
import { predictionText } from "../../../domain/training/metric";
import { Gallery, gridTarget, useCalm } from "../fail/Gallery";
import type { Card } from "../fail/Thumbnail";
import { PanelHeading } from "../../../ui/Panel";
import type { HelpText } from "../../../ui/howToRead";
import "../../../ui/fields.css";
import "./compare.css";

const pick = ({ run, data, keptRuns, view }: State): Pick<State, "run" | "data" | "keptRuns" | "view"> => ({
  run,
  data,
  keptRuns,
  view,
});

/** Compares two runs on the current data set. */
function Compare({
  data,
  run,
  asTable,
}: {
  readonly data: Data;
  readonly run: number;
  readonly asTable: boolean;
}): JSX.Element | null {
  const { store } = useApp();
  /** The state from which the candidates are built; during training it changes once per epoch. */
  const seen = useSlice(
    ({ run, keptRuns, view }) =>
      `${run?.id} ${run?.phase === "running" || run?.stepsDone} ${run?.snapshots.length} ${view.epoch} ${view.filterInView} ${keptRuns.map(({ id, saved }) => `${id} ${saved}`).join()}`,
  );
  const candidates = useMemo(() => candidatesOf(pick(store.state.peek()), Date.now()), [store, seen, data]);
  const beside = useSlice(({ comparedRun }) => comparedRun);
  const refused = useSlice(withoutTraining);
  const [wanted, setWanted] = useState<readonly [string, string | null]>(["view", null]);
  useEffect(() => {
    if (beside !== null) setWanted(["view", `kept ${beside}`]);
  }, [beside]);
  const [wantedPart, setPart] = useState<Part>("test");
  const offered = partsOf(data.rows);
  const part = (offered.find(({ id }) => id === wantedPart) ?? offered[0]!).id;
  if (!candidates) return null;
  const [one, other] = pairOf(candidates, wanted);
  const choose = (keys: readonly [string, string | null]): void => setWanted(keys);
  const runs = [candidates.view, ...candidates.kept].filter(
    (candidate) => candidate.refused === null && learnsFilter(candidate),
  );
  const weights = `${run} ${candidates.view.steps}`;
  const { filter } = candidates.view;
  return (
    <>
      <ChoosePair
        candidates={candidates}
        chosen={[one, other]}
        onChoose={(place, key) =>
          choose(place === 0 ? [key, wanted[1] ?? other?.key ?? null] : [wanted[0], key])
        }
      />
      {other === null ? (
        <p class="model-hint">
          {refused === null
            ? "There is nothing to compare yet. Train this run to compare its epochs. Then start another run with a different seed, fold, model or setting: the browser stores this run, and you can select it here."
            : `There is nothing to compare. ${refused}`}
        </p>
      ) : (
        <>
          <Switch legend="Part of the split" choices={offered} chosen={part} onChoose={setPart} />
          <Pair data={data} run={run} pair={[one, other]} part={part} weights={weights} asTable={asTable} />
        </>
      )}
      {learnsFilter(candidates.view) && <Evolution key={`${run} ${filter}`} />}
      {refused === null && !candidates.view.summary.logged && <OtherSeed summary={candidates.view.summary} />}
      {runs.length >= 3 && (
        <AgreementMatrix
          candidates={runs}
          part={part}
          weights={weights}
          chosen={[one, other]}
          onChoose={(first, second) => choose([first.key, second.key])}
        />
      )}
    </>
  );
}

/** A run with the weights of the response. */
function answered(candidate: Candidate, { epoch, step }: AnalysisResult<unknown>): Candidate {
  if (candidate.key !== "view") return candidate;
  const steps = epoch === null ? step : epoch * candidate.summary.stepsPerEpoch;
  return { ...candidate, steps, seconds: steps === candidate.steps ? candidate.seconds : null };
}

interface PairProps {
  readonly data: Data;
  readonly run: number;
  readonly pair: readonly [Candidate, Candidate];
  readonly part: Part;
  readonly weights: string;
  readonly asTable: boolean;
}

function Pair({ data, run, pair, part, weights, asTable }: PairProps): JSX.Element {
  const index = useSlice(graphInView);
  const asked: ComparedPair = [pair[0].compared, pair[1].compared];
  const { result, waiting, error } = useAnalysis("compare", [part, asked], true, asked);
  const graph = useAnalysis("compareGraph", index === null ? null : [index, asked], true, asked);
  // The response may belong to earlier weights than those in view.
  const seen = result ? ([answered(pair[0], result), answered(pair[1], result)] as const) : pair;
  // Ignores a response for the previous run.
  const compared = result?.run === run ? result.answer : null;
  const rows = useMemo(() => (compared ? rowsOf(compared, data.rows) : []), [compared, data.rows]);
  const labelled = data.rows[0]?.class !== null;
  const taus = compared?.agreement?.taus ?? null;
  const mean = taus && meanOf(taus);
  const [chosen, setChoice] = useState<Choice>({ type: "tau", bin: null });
  const choice: Choice =
    compared && !compared.agreement && chosen.type === "tau" ? { type: "tau", bin: null } : chosen;
  return (
    <>
      <div class="compare-finding" data-picture aria-busy={compared === null}>
        <p>{compared && error === null ? agreementWords(compared, seen, part) : standing(waiting, error)}</p>
        <p class="model-hint">{compared && splitWords(compared, part)}</p>
      </div>
      <RunTable pair={seen} compared={compared} />
      {/* Runs with other splits have other parts. */}
      {compared && splitWords(compared, part) === "" && <Chance part={part} />}
      {index === null ? (
        <NoGraph />
      ) : (
        <GraphPair
          index={index}
          compared={graph.result?.run === run ? graph.result.answer : null}
          asTable={asTable}
        />
      )}
      <div class="compare-counts" data-picture>
        {taus && mean !== null && (
          <TauPlot
            taus={taus}
            mean={mean}
            chosen={choice.type === "tau" ? choice.bin : null}
            onChoose={(bin) =>
              setChoice({ type: "tau", bin: choice.type === "tau" && choice.bin === bin ? null : bin })
            }
          />
        )}
        {labelled && (
          <RightTable
            rows={rows}
            part={part}
            chosen={choice}
            onChoose={(right) => setChoice({ type: "right", ...right })}
          />
        )}
      </div>
      {compared && (
        <ChosenGraphs
          data={data}
          run={run}
          rows={rows}
          mean={mean}
          part={part}
          choice={choice}
          pair={`${run} ${pair[0].key} ${pair[1].key}`}
          weights={weights}
        />
      )}
    </>
  );
}

/** Trains the next seed on the split of a run, for a comparison of initial weights. */
function OtherSeed({ summary }: { readonly summary: RunSummary }): JSX.Element {
  const { services } = useApp();
  const busy = useSlice(({ run, loading }) => run?.phase === "running" || loading !== null);
  const settings = settingsOf(summary);
  const change = onSameSplit(settings, settings.seed + 1);
  return (
    <p class="model-hint">
      <button
        type="button"
        class="button"
        disabled={busy}
        onClick={() => void services.train.start("ui", change)}
      >
        Train seed {change.seed} on this split
      </button>{" "}
      The training and test graphs stay the same; the initial weights and the order of the graphs change.
    </p>
  );
}

interface TauPlotProps {
  readonly taus: Float64Array;
  readonly mean: number;
  readonly chosen: number | null;
  readonly onChoose: (bin: number) => void;
}

/** How many graphs have which τ. A column is a button; arrow keys go from one to the next. */
function TauPlot({ taus, mean, chosen, onChoose }: TauPlotProps): JSX.Element {
  const columns = useRef<HTMLDivElement>(null);
  const counts = countsOf(taus);
  const most = Math.max(1, ...counts);
  const fullest = counts.indexOf(most);
  const [reached, setReached] = useState<number | null>(null);
  const at = reached ?? chosen ?? Math.max(0, fullest);
  const move = (event: KeyboardEvent): void => {
    const target = gridTarget(event.key, at, BINS, BINS);
    if (target === null) return;
    event.preventDefault();
    setReached(target);
    columns.current?.querySelectorAll("button")[target]?.focus();
  };
  return (
    <figure class="compare-taus">
      <figcaption>Graphs by their τ</figcaption>
      <div
        ref={columns}
        class="compare-columns"
        role="group"
        aria-label="Graphs by their τ. Arrow keys move between ranges, Enter lists the graphs of a range."
        onKeyDown={move}
      >
        {counts.map((count, bin) => {
          const name = `${plural(count, "graph", "graphs")}, ${rangeWords(rangeOfBin(bin))}`;
          return (
            <button
              key={bin}
              type="button"
              tabIndex={bin === at ? 0 : -1}
              aria-label={name}
              aria-pressed={bin === chosen}
              title={name}
              onFocus={() => setReached(bin)}
              onClick={() => onChoose(bin)}
            >
              <i style={{ height: count === 0 ? "0" : `max(3px, ${(100 * count) / most}%)` }} />
            </button>
          );
        })}
        <span class="compare-mean" style={{ left: `${50 * (mean + 1)}%` }} aria-hidden="true" />
      </div>
      <div class="compare-ticks" aria-hidden="true">
        {["−1", "−0.5", "0", "0.5", "1"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </figure>
  );
}

interface ChosenGraphsProps {
  readonly data: Data;
  readonly run: number;
  readonly rows: readonly ComparedRow[];
  readonly mean: number | null;
  readonly part: Part;
  readonly choice: Choice;
  /** The two runs and their weights. */
  readonly pair: string;
  readonly weights: string;
}

/** The graphs of the selected range or cell. During training the list changes only on refresh. */
function ChosenGraphs(props: ChosenGraphsProps): JSX.Element {
  const { data, run, rows, mean, part, choice, pair, weights } = props;
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const key = `${pair} ${part} ${JSON.stringify(choice)}`;
  const { value, refresh } = useCalm({ chosen: chosenRows(rows, choice, mean), weights }, key, moves);
  const chosen = value?.chosen ?? [];
  const title = titleOf(choice, part);
  const withTau = rows.some(({ tau }) => !Number.isNaN(tau));
  const first = mean !== null && mean < 0 ? "Highest τ first." : "Largest disagreement first.";
  const order = withTau ? `${first} Number: τ.` : "In data set order.";
  return (
    <section class="compare-chosen" aria-label="Graphs">
      <h3 class="fail-heading">
        {formatCount(chosen.length)} {title}
      </h3>
      <Gallery
        key={key}
        data={data}
        run={run}
        label={title}
        hint={[order, "Colours: f of the run in view."]}
        cards={chosen.map((row) => cardOf(row, data))}
        onRefresh={value !== null && value.weights !== weights ? refresh : null}
      />
    </section>
  );
}

function titleOf(choice: Choice, part: Part): string {
  if (choice.type === "right") return rightWords(nameOfRight(choice), part);
  const graphs = `${nameOfPart(part)} graphs of both`;
  return choice.bin === null ? graphs : `${graphs}, ${rangeWords(rangeOfBin(choice.bin))}`;
}

function cardOf({ index, tau, truth, predicted: [a, b] }: ComparedRow, { summary }: Data): Card {
  const [one, other] = [predictionText(summary, a), predictionText(summary, b)];
  return {
    index,
    number: Number.isNaN(tau) ? "–" : formatTau(tau),
    meaning: "τ",
    caption: one === other ? `both ${one}` : `${one} / ${other}`,
    more: `, A predicts ${one}, B predicts ${other}, actual ${predictionText(summary, truth)}`,
  };
}

const CELLS = [
  ["both", true, true],
  ["a", true, false],
  ["b", false, true],
  ["none", false, false],
] as const;

/** Name of the cell that contains a graph. */
function nameOfRight({ a, b }: Rightness): (typeof CELLS)[number][0] {
  return CELLS.find(([, ofA, ofB]) => ofA === a && ofB === b)![0];
}

interface RightTableProps {
  readonly rows: readonly ComparedRow[];
  readonly part: Part;
  readonly chosen: Choice;
  readonly onChoose: (right: Rightness) => void;
}

/** Number of graphs that both runs, only one, or neither predicts correctly. A cell is a button. */
function RightTable({ rows, part, chosen, onChoose }: RightTableProps): JSX.Element {
  const counts = rightCounts(rows);
  const cell = ([which, a, b]: (typeof CELLS)[number]): JSX.Element => (
    <td key={which}>
      <button
        type="button"
        class={`fail-cell ${a && b ? "fail-right" : ""} ${counts[which] === 0 ? "fail-none" : ""}`}
        style={{ "--share": counts[which] / Math.max(1, rows.length) }}
        aria-pressed={chosen.type === "right" && chosen.a === a && chosen.b === b}
        aria-label={`${formatCount(counts[which])} ${rightWords(which, part)}`}
        onClick={() => onChoose({ a, b })}
      >
        {formatCount(counts[which])}
      </button>
    </td>
  );
  return (
    <table class="compare-right">
      <caption>Correct predictions</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">B right</th>
          <th scope="col">B wrong</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">A right</th>
          {CELLS.slice(0, 2).map(cell)}
        </tr>
        <tr>
          <th scope="row">A wrong</th>
          {CELLS.slice(2).map(cell)}
        </tr>
      </tbody>
    </table>
  );
}

/** Loaded with the panel: a first visit does not wait for it. */
const COMPARE_HELP: HelpText = {
  title: "How do two runs differ?",
  text: "A barcode depends only on the order of the vertices by f, so two filters with the same order give the same pairs. Kendall’s τ-b measures this: concordant minus discordant pairs of vertices, divided by the geometric mean of the numbers of pairs that each filter does not tie. It is 1 if each filter is an increasing function of the other, −1 if each is a decreasing one, and near 0 if the orders are unrelated. If a filter is constant on a graph, τ is undefined. The share is the variance of f of B, over the vertices of all these graphs, that the best monotone function of f of A explains. The comparison uses the graphs that both runs have in the chosen part; training and test graphs are never mixed.",
};

const TITLE = COMPARE_HELP.title;

/** Compares the settings, filters and correct predictions of two runs. */
export function ComparePanel(): JSX.Element {
  const asTable = useSlice(({ view }) => view.tables.includes("compare"));
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  return (
    <section class="model-panel compare" aria-label={TITLE}>
      <PanelHeading
        title={TITLE}
        help={COMPARE_HELP}
        table={{ id: "compare", label: "Show f of both runs as a table" }}
        picture="comparison"
      />
      {data && run !== undefined && (
        <Compare key={data.summary.name} data={data} run={run} asTable={asTable} />
      )}
    </section>
  );
}
