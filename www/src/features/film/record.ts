import { cloudIn, exampleIn, indexIn, ownGraphIn } from "../../domain/graph/subject";
import type { App } from "../context";
import { spreadOver } from "../../domain/training/epochs";
import { describeRun } from "../../domain/settings/settingWords";
import { nameOfClass } from "../../domain/text/format";
import { predictionText } from "../../domain/text/predictions";
import { formatNumber, metricOf } from "../../domain/training/metric";
import { LayoutClient } from "../../layout/client";
import type { Graph } from "../../domain/graph/graph";
import type { EpochSubject } from "../../store/epochSubject";
import { evaluateAt } from "../../services/inspection/epochs";
import { seen } from "../../services/inspection/graphInView";
import { softmax } from "../../store/graphs";
import { shownDirections } from "../../store/selectors";
import { barsInView } from "../../store/shown";
import type { State } from "../../store/state";
import { recorderOf } from "./encode";
import { FilmPictures } from "./picture";

/** Maximum number of frames: a film of more epochs shows a part of them, and lasts at most half a minute. */
const MAX_PICTURES = 300;
/** The film uses the layout of the page, or an unfinished layout after this time. */
const MAX_LAYOUT_MS = 5000;

export interface Film {
  readonly name: string;
  readonly file: Blob;
}

/**
 * A film of the graph in view through the epochs of its run, or numbered frames if the browser cannot encode a film; null:
 * cancelled. Throws if the model returns nothing that can be drawn.
 */
export async function record(
  app: App,
  subject: EpochSubject,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<Film | null> {
  const { store, topology, services } = app;
  const state = store.state.peek();
  const { graph, positions, extended } = app.shown.peek();
  const run = state.run!;
  const pictures = new FilmPictures({
    graph,
    positions: positions ?? (await layoutOf(graph)),
    title: titleOf(state),
    directions: shownDirections(state),
    extended,
    reports: run.epochs,
    measure: metricOf(run.summary),
    kept: run.snapshots,
    totalEpochs: run.summary.config.epochs,
  });
  const recorder = await recorderOf(pictures.canvas, titleOf(state).join(", "));
  try {
    const epochs = spreadOver(run.snapshots, MAX_PICTURES);
    for (const [i, epoch] of epochs.entries()) {
      // A run in progress can drop snapshots.
      if (!store.state.peek().run?.snapshots.includes(epoch)) continue;
      const evaluation = await evaluateAt(store, services.session, subject, epoch);
      if (signal.aborted) return null;
      if (!evaluation) throw new Error("Another run was begun meanwhile: save the film once more.");
      const { filtration, extended: read, logits } = seen(evaluation);
      if (!filtration) throw new Error("The model of this run has no filter, so there is nothing to film.");
      const bars = barsInView(topology, graph, filtration, extended, read);
      pictures.draw({ epoch, filtration, bars, verdict: verdictOf(state, logits, epoch) });
      await recorder.add();
      report((i + 1) / epochs.length);
    }
    const [what] = titleOf(state);
    return { name: `${fileName(what)}.${recorder.ending}`, file: await recorder.end() };
  } finally {
    recorder.drop();
    pictures.end();
  }
}

/** Positions of the vertices in the layout: in most cases the page has finished it. */
function layoutOf(graph: Graph): Promise<Float32Array> {
  const client = new LayoutClient();
  return new Promise((resolve) => {
    let best = client.start(graph, (positions, done) => {
      best = positions;
      if (done) end();
    });
    const end = (): void => {
      clearTimeout(timer);
      client.stop();
      resolve(best);
    };
    const timer = setTimeout(end, MAX_LAYOUT_MS);
    if (graph.vertices === 0) end();
  });
}

function titleOf({ document: { subject }, data, run }: State): readonly [what: string, by: string] {
  const name = data?.summary.name ?? "";
  const index = indexIn(subject);
  const graph =
    index === null
      ? ((ownGraphIn(subject) ?? cloudIn(subject))?.title ?? `example ${exampleIn(subject)}`)
      : `graph ${index + 1}`;
  return [`${name}, ${graph}`, describeRun(run!.summary)];
}

function verdictOf({ data, document: { subject } }: State, logits: Float32Array, epoch: number): string {
  const classes = data?.summary.classes;
  const row = data?.rows[indexIn(subject) ?? -1];
  const is = row
    ? `${data ? predictionText(data.summary, row.class ?? row.target) : ""}, ${PART_NAMES[row.part]} graph; `
    : "";
  const shares = softmax(logits);
  const guess = shares.indexOf(Math.max(...shares));
  const prediction =
    data && data.summary.targets !== null
      ? `prediction ${formatNumber(logits[0]!)}`
      : `prediction ${nameOfClass(classes, guess)}, ${(100 * shares[guess]!).toFixed(0)} %`;
  return `${is}${epoch === 0 ? "the model is untrained" : prediction}`;
}

const PART_NAMES = { train: "training", validation: "validation", test: "test" } as const;

function fileName(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase();
}
