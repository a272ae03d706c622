// The caption of the figure of a graph. Its numbers come from the state that the panels show.

import { isZeroLength, persistenceOf } from "../../domain/persistence/bars";
import { formatScore } from "../../domain/contributions/bars";
import type { Bar, Direction } from "../../domain/graph/graph";
import { originalOf } from "../../domain/graph/graph";
import { cloudIn, exampleIn, exampleNamed, indexIn, ownGraphIn } from "../../domain/graph/subject";
import { filterLabel } from "../../domain/settings/models";
import { hasUse } from "../../domain/settings/settings";
import { describeRun, filterName } from "../../domain/settings/settingWords";
import { asSentence, formatShare, listOf, nameOfClass, plural, sentence } from "../../domain/text/format";
import { pairOf } from "../../domain/text/sentences";
import { formatMinus } from "../../domain/text/values";
import { metricOf, predictionText } from "../../domain/training/metric";
import { blocksOf, sizeOf } from "../../plots/barcode/rows";
import { rangeOf } from "../../plots/shared/colour";
import { drawnPart } from "../../plots/shared/drawnEdges";
import { softmax } from "../../store/graphs";
import {
  epochInView,
  filterInView,
  isAskedAbout,
  scoreDecimals,
  shownDirections,
} from "../../store/selectors";
import { filtersOf } from "../../store/shown";
import type { Shown } from "../../store/shown";
import { epochsDone } from "../../store/state";
import type { Run, State } from "../../store/state";
import { chosenFor, colourName } from "../ColourChoice";
import { fixedFilterName } from "../filters/FixedFilterChoice";

export type PanelName = "graph" | "bars" | "diagram" | "curves";
export const LETTERS = ["a", "b", "c", "d"] as const;

/** The caption of these panels. */
export function captionOf(state: State, shown: Shown, panels: readonly PanelName[]): string {
  const { threshold } = state.view;
  return [
    subjectText(state, shown),
    ...(isOfRun(state) ? [runText(state, state.run!)] : []),
    ...panels.map((name, i) => `(${LETTERS[i]}) ${sentence(TEXTS[name](state, shown))}`),
    ...(threshold === null ? [] : [`The mark is at t = ${formatMinus(threshold)}.`]),
  ].join(" ");
}

/** Whether the filter of the graph in view comes from the run. */
export function isOfRun({ run, displayed, document, asked }: State): boolean {
  if (!run) return false;
  return displayed.type === "graph" || (isAskedAbout(document) && asked?.run === run.id && !asked.problem);
}

/** The name of the graph, its class or target, and the prediction. */
function subjectText(state: State, { subject, logits }: Shown): string {
  const { data, run } = state;
  const index = indexIn(subject);
  const own = ownGraphIn(subject) ?? cloudIn(subject) ?? exampleNamed(exampleIn(subject) ?? "");
  const name = index === null ? (own?.title ?? "") : `Graph ${index + 1} of ${data?.summary.name}`;
  const row = index === null ? undefined : data?.rows[index];
  const known: string[] = [];
  if (data && row && row.target !== null) known.push(`target ${predictionText(data.summary, row.target)}`);
  else if (row && row.class !== null) known.push(nameOfClass(data?.summary.classes, row.class));
  if (data && run && logits && (epochInView(state) ?? run.stepsDone) > 0) {
    const guess = logits.indexOf(Math.max(...logits));
    const score = formatScore(logits[guess]!, scoreDecimals(state));
    known.push(
      data.summary.targets
        ? `predicted ${predictionText(data.summary, logits[0]!)}`
        : `predicted ${nameOfClass(data.summary.classes, guess)} with score ${score}, ${formatShare(softmax(logits)[guess]!)}`,
    );
  }
  return sentence(known.length === 0 ? name : `${name} (${known.join("; ")})`);
}

/** The settings of the run, and the weights in view. */
function runText(state: State, run: Run): string {
  const { summary, stepsDone } = run;
  const isWhole = stepsDone % Math.max(summary.stepsPerEpoch, 1) === 0;
  const epoch = epochInView(state) ?? (isWhole ? epochsDone(run) : null);
  const weights = epoch === null ? `step ${stepsDone}` : epoch === 0 ? "untrained" : `epoch ${epoch}`;
  return asSentence(
    [describeRun(summary), filterLabel(summary, filterInView(state)), weights].filter(Boolean).join(", "),
  );
}

/** The name of f. */
function filterText(state: State, { subject }: Shown): string {
  const { run, document } = state;
  if (!run || !isOfRun(state))
    return document.values
      ? "edited values"
      : fixedFilterName(document.filter ?? filtersOf(subject)[0] ?? "");
  const { model, fixedFilter } = run.summary.config;
  const alone = hasUse(model, "fixedFilter") ? filterName(fixedFilter) : "learned filter";
  return filterLabel(run.summary, filterInView(state)) ?? alone;
}

function graphText(state: State, shown: Shown): string {
  const { graph, filtration, subject } = shown;
  const cloud = cloudIn(subject);
  if (cloud && !cloud.weighted) {
    return `${plural(graph.vertices, "point", "points")} and their ${cloud.complex === "rips" ? "Rips" : "alpha"} complex`;
  }
  const { vertices, edges } = originalOf(graph);
  const named = `${state.view.zoom.k > 1 ? "Detail of the" : "The"} graph, ${plural(vertices, "vertex", "vertices")} and ${plural(edges.length / 2, "edge", "edges")}`;
  const withValues = cloud || graph.original ? " with values" : "";
  const parts = [named + withValues, drawnPart(graph)];
  const colour = chosenFor(graph, filtration?.filter ?? null, state.view.colour);
  if (filtration && !cloud) {
    const [low, high] = rangeOf(filtration.edgeFilter ?? filtration.filter).map(formatMinus);
    const f = `f (${filterText(state, shown)}), from ${low} to ${high}`;
    parts.push(colour === "f" ? `coloured by ${f}` : `coloured by ${colourName(colour)}; ${f}`);
  } else if (colour !== "f") parts.push(`coloured by ${colourName(colour)}`);
  return parts.filter(Boolean).join(", ");
}

/** The looks of bars and of their points, if there are both directions. */
const LOOKS: Readonly<
  Record<Direction, { readonly title: string; readonly bar: string; readonly point: string }>
> = {
  sub: { title: "Sublevel", bar: " (filled)", point: "circles" },
  super: { title: "Superlevel", bar: " (hollow)", point: "diamonds" },
};

/** The counts are those beside the rows of the barcode. */
function barsText(state: State, { bars, extended }: Shown): string {
  const { zeroLength, sort } = state.view;
  const rest = extended ? "extended" : "essential";
  const directions = shownDirections(state);
  const texts = directions.map((direction) => {
    const blocks = blocksOf(bars, [direction], sort, zeroLength, 1e6, extended);
    const [ending, others, ...loops] = blocks.map(sizeOf);
    // Only loops of points end.
    const ended = loops.length > 1 ? `${loops[0]} finite and ` : "";
    const finite = bars.filter((bar) => bar.direction === direction && bar.kind === "h0");
    const longest = finite.reduce<Bar | null>(
      (best, bar) => (persistenceOf(bar) > (best ? persistenceOf(best) : 0) ? bar : best),
      null,
    );
    const { title, bar } = LOOKS[direction];
    const name = `${title} bars${directions.length > 1 ? bar : ""}`;
    const most = longest ? `; the longest finite bar is ${pairOf(longest)}` : "";
    return `${name}: ${ending} finite and ${others} ${rest} in H0, ${ended}${loops.at(-1)} ${rest} in H1${most}`;
  });
  return `${texts.join(". ")}${zeroLength ? "; bars of length 0 are counted" : ""}`;
}

function diagramText(state: State, { bars, extended }: Shown): string {
  const directions = shownDirections(state);
  const drawn = bars.filter((bar) => directions.includes(bar.direction) && !isZeroLength(bar));
  const count = drawn.reduce((sum, { multiplicity }) => sum + multiplicity, 0);
  const parts = [
    `Persistence diagram of ${plural(count, "bar", "bars")} of positive length`,
    ...(directions.length > 1 ? directions.map((one) => `${one}level bars as ${LOOKS[one].point}`) : []),
    ...(extended ? [] : ["essential ones on the strips"]),
    ...(state.view.trails ? ["with their places at earlier epochs"] : []),
  ];
  return parts.join(", ");
}

function curvesText(state: State): string {
  const { epochs, summary } = state.run!;
  const measure = metricOf(summary);
  const inView = epochInView(state) ?? Infinity;
  const report = epochs.findLast(({ epoch }) => epoch <= inView) ?? epochs.at(-1)!;
  const numbers = [
    ["training loss", report.trainLoss, (value: number) => value.toFixed(3)],
    [`training ${measure.name}`, report.trainMetric, measure.format],
    [`test ${measure.name}`, report.testMetric, measure.format],
  ] as const;
  const known = numbers.flatMap(([name, value, format]) =>
    Number.isFinite(value) ? [`${name} ${format(value)}`] : [],
  );
  const constant = measure.most === 1 ? "most frequent class" : measure.baseline;
  const level = Number.isFinite(summary.baseline)
    ? ` (${constant}: ${measure.format(summary.baseline)})`
    : "";
  return `Loss and ${measure.name} of ${plural(epochs.length, "epoch", "epochs")}; in epoch ${report.epoch}, ${listOf(known)}${level}`;
}

const TEXTS: Readonly<Record<PanelName, (state: State, shown: Shown) => string>> = {
  graph: graphText,
  bars: barsText,
  diagram: diagramText,
  curves: curvesText,
};
