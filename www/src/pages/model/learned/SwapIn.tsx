import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useSlice } from "../../../ui/context";
import { formatCount } from "../../../domain/text/format";
import { metricOf } from "../../../domain/training/metric";
import type { Metric } from "../../../domain/training/metric";
import { standing, useAnalysis } from "../../../ui/useAnalysis";
import { readsBarcodes } from "../../../domain/settings/models";
import { filterInView } from "../../../store/selectors";
import { withArticle } from "./quantities";
import type { GraphRow, Part } from "../../../protocol";

const PART_NAMES = { train: "Training", validation: "Validation", test: "Test" } as const;

/** Compares the metric of the model with its metric when a function of these quantities replaces the filter. */
export function SwapIn({ ids }: { ids: readonly string[] }): JSX.Element {
  const classes = useSlice(({ data }) => data?.summary.classes.length ?? 0);
  const replaceable = useSlice(({ run }) => run !== null && readsBarcodes(run.summary.config.model));
  if (!replaceable)
    return (
      <p class="swap-in-sentence">
        Whether f is only a function of {withArticle(ids)} for the classifier is unknown: f belongs to a
        topology layer inside the model, and only the f of a readout can be replaced.
      </p>
    );
  return classes === 1 ? (
    <p class="swap-in-sentence">
      The data set has one class, so a function of {withArticle(ids)} in place of f changes no prediction.
    </p>
  ) : (
    <Replaced ids={ids} />
  );
}

function Replaced({ ids }: { ids: readonly string[] }): JSX.Element {
  const rests = useSlice(({ run }) => run?.phase !== "running");
  const measure = useSlice(({ run }) => metricOf(run?.summary));
  const key = ids.join(" ");
  const [wanted, setWanted] = useState("");
  const asks = rests || wanted === key;
  const { parts, error } = useCompared(asks ? ids : null);
  if (asks && parts === null && error !== null)
    return <p class="swap-in-sentence">{standing(false, error)}</p>;
  return (
    <div class="swap-in" aria-busy={asks && parts === null}>
      {parts ? (
        <>
          <p class="swap-in-sentence">
            {parts.filter(({ part }) => part === "test").map((part) => sentenceOf(ids, part, measure))}
          </p>
          <SwapTable ids={ids} parts={parts} measure={measure} />
        </>
      ) : (
        <>
          <p class="swap-in-sentence">
            Is f only a function of {withArticle(ids)}? Replace f by its mean at each level.
          </p>
          <button type="button" class="button" disabled={asks} onClick={() => setWanted(key)}>
            {asks ? "Computing …" : "Replace f"}
          </button>
        </>
      )}
    </div>
  );
}

interface SwapTableProps {
  readonly ids: readonly string[];
  readonly parts: readonly SwappedPart[];
  readonly measure: Metric;
}

function SwapTable({ ids, parts, measure }: SwapTableProps): JSX.Element {
  return (
    <table class="view-table swap-in-table">
      <caption class="visually-hidden">
        {measure.most === null ? "Mean absolute error" : "Share of correctly classified graphs"} with f
        replaced by its mean at each level of {withArticle(ids)} and with f
      </caption>
      <thead>
        <tr>
          <th scope="col">{measure.most === null ? measure.title : "Right"}</th>
          <th scope="col">mean of f</th>
          <th scope="col">f</th>
          <th scope="col">Graphs</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, graphs, learned, swapped }) => (
          <tr key={part}>
            <th scope="row">{PART_NAMES[part]}</th>
            <td>{measure.format(swapped)}</td>
            <td>{measure.format(learned)}</td>
            <td>{formatCount(graphs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SwapResult {
  /** null: not requested, or not computed yet. */
  readonly parts: readonly SwappedPart[] | null;
  readonly error: string | null;
}

function useCompared(ids: readonly string[] | null): SwapResult {
  const data = useSlice((state) => state.data);
  const swapped = useAnalysis("swapIn", ids && [ids], false);
  const scores = useAnalysis("scores", ids && [null], false);
  const filter = useSlice(filterInView);
  const key = ids === null ? "" : `${ids.join(" ")} ${filter}`;
  const last = useRef<{ key: string; parts: readonly SwappedPart[] } | null>(null);
  const [a, b] = [swapped.result, scores.result];
  // The two results are comparable only if they come from the same weights.
  if (
    data &&
    ids &&
    a &&
    b &&
    a.run === b.run &&
    a.epoch === b.epoch &&
    (a.epoch !== null || a.step === b.step)
  ) {
    const regression = data.summary.targets !== null;
    const predicted = regression ? b.answer : classesOf(b.answer, data.summary.classes.length);
    if (predicted.length === data.rows.length)
      last.current = { key, parts: compared(data.rows, predicted, a.answer) };
  }
  const parts = ids !== null && last.current?.key === key ? last.current.parts : null;
  return { parts, error: swapped.error ?? scores.error };
}

// Metric of a model with its filter, and with a replacement of the filter.

/** The class with the highest score, for each graph. */
export function classesOf(scores: Float64Array, classes: number): Uint32Array {
  return Uint32Array.from({ length: scores.length / classes }, (_, graph) => {
    const own = scores.subarray(graph * classes, (graph + 1) * classes);
    return own.indexOf(Math.max(...own));
  });
}

interface SwappedPart {
  readonly part: Part;
  readonly graphs: number;
  /** Metric of the predictions for this part. */
  readonly learned: number;
  readonly swapped: number;
}

const PARTS: readonly Part[] = ["test", "validation", "train"];

/** Part by part, with the test graphs first. */
export function compared(
  rows: readonly GraphRow[],
  learned: ArrayLike<number>,
  swapped: ArrayLike<number>,
): SwappedPart[] {
  return PARTS.flatMap((part) => {
    const own = rows.flatMap((row, graph) => (row.part === part ? [graph] : []));
    if (own.length === 0) return [];
    const metric = (predicted: ArrayLike<number>): number =>
      own.reduce((sum, graph) => sum + metricOfGraph(rows[graph]!, predicted[graph]!), 0) / own.length;
    return [{ part, graphs: own.length, learned: metric(learned), swapped: metric(swapped) }];
  });
}

/** 1 for a correct class and 0 for another one, or the absolute error of a number. */
function metricOfGraph({ class: label, target }: GraphRow, predicted: number): number {
  return target === null ? Number(label === predicted) : Math.abs(target - predicted);
}

export function sentenceOf(
  ids: readonly string[],
  { learned, swapped }: SwappedPart,
  { most, format }: Metric,
): string {
  if (most === null) {
    return `With f replaced by its mean at each level of ${withArticle(ids)}, the mean absolute error over the test graphs is ${format(swapped)}; with f itself ${format(learned)}.`;
  }
  return `With f replaced by its mean at each level of ${withArticle(ids)}, ${format(swapped)} of the test graphs are right; with f itself ${format(learned)}.`;
}
