// A session as a file: the source of its data or the data itself, a run with its history and the weights of its epochs, and
// the view. A zip file, so that other programs find the weights in it.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Curve } from "../../domain/training/curve";
import type { EpochWeights } from "../../engine/calls";
import { upgraded } from "../../store/runHistory";
import type { RunHistory } from "../../store/state";
import { isCount, isObject, isText } from "./jsonKinds";
import { MAX_FILE_BYTES } from "../data/download";
import type { NamedValues, Origin, OwnGraph } from "../../domain/graph/subject";

type Bytes = Uint8Array<ArrayBuffer>;

/** The source of the graphs: generated or provided by the server under this name, or the files themselves. */
export type SessionData =
  | { readonly type: "generator"; readonly id: string; readonly seed: number }
  | { readonly type: "server"; readonly name: string }
  | {
      readonly type: "files";
      readonly name: string;
      readonly files: readonly { readonly path: string; readonly bytes: Bytes }[];
    };

export interface SessionFile {
  readonly data: SessionData;
  /**
   * The bytes of a file of weights, with the fingerprint of the data set and everything that is necessary to continue the
   * run.
   */
  readonly checkpoint: Bytes;
  readonly weights: readonly EpochWeights[];
  readonly history: RunHistory;
  /** The user's graph if it was in view; null: another graph was in view. */
  readonly own: SessionGraph | null;
  /** The link of the page, without that graph. */
  readonly link: string;
}

const FORMAT = "sublevel-session";
const VERSION = 1;

export function packSession({ data, checkpoint, weights, history, own, link }: SessionFile): Bytes {
  const files = data.type === "files" ? data.files : [];
  const json = {
    format: FORMAT,
    version: VERSION,
    sublevel: SUBLEVEL_VERSION,
    data: data.type === "files" ? { ...data, files: files.map(({ path }) => path) } : data,
    epochs: weights.map(({ epoch }) => epoch),
    history,
    own,
    link,
  };
  // Weights hardly compress, and the page waits for this.
  return zipSync(
    {
      "session.json": strToU8(JSON.stringify(json)),
      "weights.safetensors": checkpoint,
      ...Object.fromEntries(
        weights.map(({ epoch, numbers }) => [
          `epochs/${epoch}.f32`,
          new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
        ]),
      ),
      ...Object.fromEntries(files.map(({ bytes }, i) => [`data/${i}`, bytes])),
    },
    { level: 0 },
  );
}

/** Throws with the reason if the file is not a session. */
export function unpackSession(bytes: Uint8Array): SessionFile {
  const files = contentOf(bytes);
  const part = (path: string): Bytes => {
    const found = files[path];
    if (!found) throw new Error(`It has no ${path}: it was cut off, or it is no session of Sublevel.`);
    return found.slice();
  };
  const json = objectIn(strFromU8(part("session.json")));
  if (json["format"] !== FORMAT) throw new Error("Its session.json is not that of a session of Sublevel.");
  if (json["version"] !== VERSION) {
    throw new Error(
      `It was saved by another version of Sublevel (${String(json["sublevel"])}): open it there, or take its weights.safetensors.`,
    );
  }
  const { epochs, own, link } = json;
  if (!Array.isArray(epochs) || !epochs.every(isCount)) throw new Error("Its list of epochs is damaged.");
  return {
    data: dataIn(json["data"], part),
    checkpoint: part("weights.safetensors"),
    weights: epochs.map((epoch) => {
      const numbers = part(`epochs/${epoch}.f32`);
      if (numbers.length % 4 !== 0) throw new Error(`Its weights of epoch ${epoch} are damaged.`);
      return { epoch, numbers: new Float32Array(numbers.buffer) };
    }),
    history: historyIn(json["history"]),
    own: own === null || own === undefined ? null : graphIn(own),
    link: typeof link === "string" ? link : "",
  };
}

function contentOf(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return size <= MAX_FILE_BYTES;
      },
    });
  } catch {
    throw new Error("It is no zip, or it was cut off.");
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The error is thrown below.
  }
  throw new Error("Its session.json is no JSON object.");
}

function dataIn(value: unknown, part: (path: string) => Bytes): SessionData {
  if (isObject(value)) {
    const { type, id, seed, name, files } = value;
    if (type === "generator" && typeof id === "string" && isCount(seed)) return { type, id, seed };
    if (type === "server" && typeof name === "string") return { type, name };
    if (type === "files" && typeof name === "string" && Array.isArray(files)) {
      const paths = files.filter((path) => typeof path === "string");
      return { type, name, files: paths.map((path, i) => ({ path, bytes: part(`data/${i}`) })) };
    }
  }
  throw new Error("It does not name the source of its graphs.");
}

/** Checks the history of a run: the page draws every part of it. */
function historyIn(value: unknown): RunHistory {
  if (isObject(value)) {
    // Files of earlier versions have other names.
    const renamed = Array.isArray(value["epochs"]) && value["epochs"].every(isObject);
    const history: object = renamed ? upgraded(value as unknown as RunHistory) : value;
    const { stepsDone, lastStep, loss, metric, epochs, stopped } = history as Readonly<
      Record<string, unknown>
    >;
    if (
      isCount(stepsDone) &&
      (lastStep === null || hasNumbers(lastStep, ["step", "epoch", "loss"])) &&
      isCurve(loss) &&
      isCurve(metric) &&
      Array.isArray(epochs) &&
      epochs.every((one) => hasNumbers(one, ["epoch", "trainLoss", "trainMetric", "testMetric"])) &&
      (stopped === null || typeof stopped === "string")
    ) {
      return { stepsDone, lastStep, loss, metric, epochs, stopped } as unknown as RunHistory;
    }
  }
  throw new Error("The history of its run is damaged.");
}

function isCurve(value: unknown): value is Curve {
  if (!isObject(value) || !hasNumbers(value, ["stride", "filled", "count"])) return false;
  const isPoint = (point: unknown): boolean =>
    Array.isArray(point) && point.length === 2 && point.every((part) => typeof part === "number");
  const { spans } = value;
  return (
    Array.isArray(spans) &&
    spans.every(
      (span) =>
        isObject(span) && isPoint(span["first"]) && (span["second"] === null || isPoint(span["second"])),
    )
  );
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === "number");
}

// The user's graph in a session file: a link has no space for large graphs, or for the origin of a copy.

interface SessionGraph {
  readonly graph: OwnGraph;
  /** Values of its vertices that were set by hand; null: none. */
  readonly values: readonly number[] | null;
}

/** Reads a graph from a file; throws if it is invalid. */
function graphIn(value: unknown): SessionGraph {
  if (!isObject(value) || !isObject(value["graph"])) throw new Error(DAMAGED);
  const { title, vertices, edges, filters, names, places, origin } = value["graph"];
  if (!isText(title) || !isCount(vertices)) throw new Error(DAMAGED);
  const isVertex = (one: unknown): one is number => isCount(one) && one < vertices;
  const isValue = (one: unknown): one is number => typeof one === "number";
  const isPlace = (one: unknown): one is number => isValue(one) && one >= 0 && one <= 1;
  const ends = listOf(edges, isVertex);
  if (ends.length % 2 !== 0) throw new Error(DAMAGED);
  const { values } = value;
  return {
    graph: {
      title,
      vertices,
      edges: ends,
      filters: listOf(filters, isObject).map((one): NamedValues => {
        if (!isText(one["name"])) throw new Error(DAMAGED);
        return { name: one["name"], values: listOf(one["values"], isValue, vertices) };
      }),
      ...(names !== undefined && { names: listOf(names, isText, vertices) }),
      ...(places !== undefined && { places: listOf(places, isPlace, 2 * vertices) }),
      ...(origin !== undefined && { origin: originIn(origin, vertices) }),
    },
    values: values === null ? null : listOf(values, isValue, vertices),
  };
}

function originIn(value: unknown, vertices: number): Origin {
  if (!isObject(value) || !isText(value["dataset"]) || !isCount(value["index"])) {
    throw new Error(DAMAGED);
  }
  const isVertex = (one: unknown): one is number | null => one === null || isCount(one);
  return {
    dataset: value["dataset"],
    index: value["index"],
    vertices: listOf(value["vertices"], isVertex, vertices),
  };
}

const DAMAGED = "Its graph is damaged.";

function listOf<T>(value: unknown, is: (one: unknown) => one is T, length?: number): readonly T[] {
  if (!Array.isArray(value) || !value.every(is) || value.length !== (length ?? value.length)) {
    throw new Error(DAMAGED);
  }
  return value;
}
