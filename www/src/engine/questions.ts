// Questions about many graphs at once. Each is split into slices of one or two batches, so that a question about one graph
// need not wait for all of them. The session stores the outputs of the run, and questions share them.

import type { Part } from "../protocol";
import type { Calls, Compared, Inspected, DataMap, ModelView } from "./calls";
import { at } from "./inUse";
import type { InUse } from "./inUse";
import type { Outputs } from "./module";
import type { Sliced } from "./schedule";
import { principal } from "../domain/principal";

/** Number of graphs that the model evaluates with another filter in one slice. */
const SWAPPED_AT_ONCE = 32;

type Name =
  | "inspectMany"
  | "inspectTogether"
  | "quantity"
  | "associations"
  | "beside"
  | "swapIn"
  | "classes"
  | "classDifferences"
  | "topBars"
  | "importances"
  | "hear"
  | "compare"
  | "compareGraph"
  | "dataMap"
  | "scores";

type Questions = {
  readonly [One in Name]: (inUse: InUse, ...args: Calls[One]["args"]) => Sliced<Calls[One]["answer"]>;
};

export const questions: Questions = {
  async *inspectMany(inUse, graphs, view): Sliced<readonly Inspected[]> {
    yield* inspectAll(inUse, view, Uint32Array.from(graphs));
    return inUse.inspectMany(graphs, view);
  },
  async *inspectTogether(inUse, graphs, view) {
    yield* inspectAll(inUse, view, graphs);
    return inUse.session.inspectTogether(inUse.run, ...at(view), graphs);
  },
  async *quantity(inUse, name) {
    yield* computed(inUse, [name]);
    return inUse.session.quantityOf(inUse.dataset, name);
  },
  async *associations(inUse, asked, view) {
    yield* computed(inUse, asked.flat());
    yield* inspectAll(inUse, view);
    const found = [];
    for (const one of asked) {
      found.push(...(await inUse.session.associationsAt(inUse.run, ...at(view), [one])));
      yield;
    }
    return found;
  },
  async *beside(inUse, fixed, asked, view) {
    yield* computed(inUse, asked.flat());
    while (inUse.session.fixedFilterMore(inUse.run, fixed) > 0) yield;
    yield* inspectAll(inUse, view);
    return inUse.session.besideAt(inUse.run, ...at(view), fixed, asked);
  },
  async *swapIn(inUse, quantities, view) {
    yield* computed(inUse, quantities);
    yield* inspectAll(inUse, view);
    const all = inUse.graphs();
    const predictions = new Float64Array(all.length);
    for (let from = 0; from < all.length; from += SWAPPED_AT_ONCE) {
      const some = all.subarray(from, from + SWAPPED_AT_ONCE);
      predictions.set(await inUse.session.swapInAt(inUse.run, ...at(view), [...quantities], some), from);
      yield;
    }
    return predictions;
  },
  async *classes(inUse, part, stretched, view) {
    yield* inspectPart(inUse, view, part);
    return inUse.session.classesAt(inUse.run, ...at(view), part, stretched);
  },
  async *classDifferences(inUse, asked, view) {
    yield* inspectPart(inUse, view, asked.part);
    yield* inspectPart(inUse, view, asked.part === "train" ? "test" : "train");
    return inUse.session.classDifferencesAt(inUse.run, ...at(view), asked);
  },
  async *topBars(inUse, part, view) {
    yield* inspectPart(inUse, view, part);
    return inUse.session.topBarsAt(inUse.run, ...at(view), part);
  },
  async *importances(inUse, part, view) {
    yield* inspectPart(inUse, view, part);
    return inUse.session.importancesAt(inUse.run, ...at(view), part);
  },
  async *hear(inUse, id, checkpoint, filter) {
    const { id: run } = await inUse.session.resumeRun(inUse.dataset, checkpoint);
    try {
      const view = { epoch: null, filter };
      yield* inspectAll(inUse, view, undefined, run);
      return inUse.outputs.keep(id, await inUse.session.outputsOf(run, ...at(view)));
    } finally {
      inUse.session.closeRun(run);
    }
  },
  async *compare(inUse, part, [one, other], view) {
    const first = yield* outputsOf(inUse, one, view);
    return first.compare(yield* outputsOf(inUse, other, view), part);
  },
  async *compareGraph(inUse, graph, [one, other], view) {
    const first = yield* outputsOf(inUse, one, view);
    return first.compareGraph(yield* outputsOf(inUse, other, view), graph);
  },
  async *dataMap(inUse, view) {
    yield* inspectAll(inUse, view);
    return yield* dataMap(inUse, view);
  },
  async *scores(inUse, part, view) {
    const graphs = part ? inUse.session.partOf(inUse.run, part).sort() : inUse.graphs();
    yield* inspectAll(inUse, view, graphs);
    return inUse.session.scoresAt(inUse.run, ...at(view), graphs);
  },
};

/** Computes the outputs of a run for these graphs. */
async function* inspectAll(
  inUse: InUse,
  view: ModelView,
  graphs: Uint32Array = inUse.graphs(),
  run = inUse.run,
): Sliced<void> {
  while ((await inUse.session.inspectMore(run, ...at(view), graphs)) > 0) yield;
}

function inspectPart(inUse: InUse, view: ModelView, part: Part): Sliced<void> {
  return inspectAll(inUse, view, inUse.session.partOf(inUse.run, part));
}

async function* outputsOf(inUse: InUse, compared: Compared, view: ModelView): Sliced<Outputs> {
  const own = compared.type === "epoch" ? { ...view, epoch: compared.epoch } : view;
  if (compared.type !== "kept" && !inUse.outputs.knows(inUse.run, own)) yield* inspectAll(inUse, own);
  return inUse.outputs.of(inUse.run, compared, own);
}

async function* computed(inUse: InUse, quantities: readonly string[]): Sliced<void> {
  for (const name of quantities) while (inUse.session.quantityMore(inUse.dataset, name) > 0) yield;
}

// The graphs of the data set as points: the principal components of the numbers that the classifier reads.

/** Graphs whose numbers are read before others have their turn. */
const READ_AT_ONCE = 64;
/** Rounds of the iteration in one slice. */
const ROUNDS = 4;

async function* dataMap(inUse: InUse, view: ModelView): Sliced<DataMap> {
  const all = inUse.graphs();
  const readouts: Float32Array[] = [];
  const logits: Float64Array[] = [];
  for (let from = 0; from < all.length; from += READ_AT_ONCE) {
    const some = all.subarray(from, from + READ_AT_ONCE);
    for (const graph of await inUse.session.inspectMany(inUse.run, ...at(view), some)) {
      readouts.push(graph.readout);
      logits.push(graph.logits);
    }
    yield;
  }
  const of = readouts.some(({ length }) => length > 0) ? "readout" : "scores";
  const rows = of === "readout" ? readouts : logits;
  const numbers = rows[0]?.length ?? 0;
  const steps = principal({
    count: rows.length,
    width: numbers,
    values: joined(rows, numbers, Float64Array),
  });
  for (let round = 1; ; round++) {
    const { done, value } = steps.next();
    if (done) return { ...value, of, numbers, logits: joined(logits, logits[0]?.length ?? 0, Float64Array) };
    if (round % ROUNDS === 0) yield;
  }
}

function joined<T extends Float32Array | Float64Array>(
  rows: readonly (Float32Array | Float64Array)[],
  width: number,
  make: new (length: number) => T,
): T {
  const all = new make(rows.length * width);
  rows.forEach((row, i) => all.set(row, i * width));
  return all;
}
