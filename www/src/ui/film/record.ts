import { cloudIn, exampleIn, indexIn, ownGraphIn } from "../../domain/graph/subject";
import type { App } from "../context";
import { spreadOver } from "../../domain/training/epochs";
import { describeRun } from "../../domain/settings/settingWords";
import { nameOfClass } from "../../domain/text/format";
import { metricOf, predictionText } from "../../domain/training/metric";
import { LayoutClient } from "../../layout/client";
import type { Graph } from "../../domain/graph/graph";
import type { EpochSubject } from "../../store/graphs";
import { seen, evaluateAt } from "../../services/inspection/graphInView";
import { softmax } from "../../store/graphs";
import { filterInView, shownDirections } from "../../store/selectors";
import { filterLabel } from "../../domain/settings/models";
import { barsInView } from "../../store/shown";
import type { State } from "../../store/state";
import { FilmPictures } from "./picture";
import { strToU8, Zip, ZipPassThrough } from "fflate";
import { BufferTarget, canEncodeVideo, CanvasSource, Output, WebMOutputFormat } from "mediabunny";

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

function titleOf({ document: { subject }, data, run, view }: State): readonly [what: string, by: string] {
  const name = data?.summary.name ?? "";
  const index = indexIn(subject);
  const graph =
    index === null
      ? ((ownGraphIn(subject) ?? cloudIn(subject))?.title ?? `example ${exampleIn(subject)}`)
      : `graph ${index + 1}`;
  const filter = filterLabel(run!.summary, filterInView({ run, view }));
  return [`${name}, ${graph}${filter === null ? "" : `, ${filter}`}`, describeRun(run!.summary)];
}

function verdictOf({ data, document: { subject } }: State, logits: Float64Array, epoch: number): string {
  const classes = data?.summary.classes;
  const row = data?.rows[indexIn(subject) ?? -1];
  const is = row
    ? `${data ? predictionText(data.summary, row.class ?? row.target) : ""}, ${PART_NAMES[row.part]} graph; `
    : "";
  const shares = softmax(logits);
  const guess = shares.indexOf(Math.max(...shares));
  const prediction =
    data && data.summary.targets !== null
      ? `prediction ${predictionText(data.summary, logits[0]!)}`
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

// Pictures of a canvas as one file: a film if the browser can encode one, otherwise the pictures themselves.

/** Duration of one epoch in the film. */
const FRAME_MS = 100;
/** The last epoch stays longer, so that the film does not end before the viewer has read it. */
const LAST_FRAMES = 15;
/** Interval of key frames in seconds: players can seek to a key frame. */
const KEY_EVERY = 1;
const CODEC = "vp9";
const BITS_PER_SECOND = 6_000_000;

/** Records the contents of a canvas, frame by frame. */
interface Recorder {
  /** Extension of the file name. */
  readonly ending: "webm" | "zip";
  /** Adds the current contents of the canvas as a frame. */
  add(): Promise<void>;
  /** The file. */
  end(): Promise<Blob>;
  /** Cancels the recording. */
  drop(): void;
}

async function recorderOf(canvas: HTMLCanvasElement, title: string): Promise<Recorder> {
  const { width, height } = canvas;
  return (await canEncodeVideo(CODEC, { width, height, bitrate: BITS_PER_SECOND }))
    ? filmOf(canvas, title)
    : picturesOf(canvas, title);
}

/** A film in WebM that holds its last frame. */
function filmOf(canvas: HTMLCanvasElement, title: string): Recorder {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, {
    codec: CODEC,
    bitrate: BITS_PER_SECOND,
    keyFrameInterval: KEY_EVERY,
    // In the other mode, an encoder may drop frames.
    latencyMode: "quality",
  });
  output.setMetadataTags({ title });
  output.addVideoTrack(source, { frameRate: 1000 / FRAME_MS });
  let pictures = 0;
  const add = async (): Promise<void> => {
    if (output.state === "pending") await output.start();
    await source.add((pictures * FRAME_MS) / 1000, FRAME_MS / 1000);
    pictures += 1;
    // Yields to the page between two frames.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    ending: "webm",
    add,
    async end() {
      for (let i = 1; i < LAST_FRAMES; i++) await add();
      await output.finalize();
      return new Blob([target.buffer!], { type: "video/webm" });
    },
    drop() {
      if (output.state !== "finalized" && output.state !== "canceled") void output.cancel();
    },
  };
}

/** The frames as numbered PNG files, with a command line that makes a film of them. */
function picturesOf(canvas: HTMLCanvasElement, title: string): Recorder {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk.slice());
  });
  const put = (name: string, bytes: Uint8Array): void => {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  };
  let pictures = 0;
  return {
    ending: "zip",
    async add() {
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
      if (!picture) throw new Error("The browser ran out of memory for another frame.");
      put(`${String(pictures).padStart(4, "0")}.png`, new Uint8Array(await picture.arrayBuffer()));
      pictures += 1;
    },
    end() {
      const rate = 1000 / FRAME_MS;
      const text = `${title}\n\nThis browser cannot encode films (VP9 with WebCodecs), so these are its pictures. A film of them:\n\n    ffmpeg -framerate ${rate} -i %04d.png -pix_fmt yuv420p film.mp4\n`;
      put("README.txt", strToU8(text));
      zip.end();
      return Promise.resolve(new Blob(chunks, { type: "application/zip" }));
    },
    drop: () => zip.terminate(),
  };
}
