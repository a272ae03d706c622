// Small states and answers for the unit tests.

import { STRUCTURE_FILTERS } from "../domain/filters";
import { FIRST_EXAMPLE } from "../domain/graph/subject";
import { NO_EXPERIMENT } from "../domain/training/experiment";
import type { DatasetSummary, GraphRow, RunSummary } from "../protocol";
import { NO_HISTORY } from "./history";
import { UNLINKED, withLinked } from "./linked";
import type { Data, Inspection, State } from "./state";

const FIRST = { type: "example", id: FIRST_EXAMPLE.id } as const;

export function emptyState(): State {
  const blank = {
    engine: { status: "idle" } as const,
    generators: [{ id: "loops", title: "Loops", description: "" }],
    serverFiles: [],
    race: null,
    loading: null,
    data: null,
    run: null,
    previousRun: null,
    keptRuns: [],
    comparedRun: null,
    folds: null,
    experiment: NO_EXPERIMENT,
    offering: true,
    history: NO_HISTORY,
    displayed: FIRST,
    inspection: null,
    asked: null,
    notices: [],
    theme: "light" as const,
    answers: {},
    passed: [],
    unseen: {},
    playback: null,
    score: { asked: 0, right: 0 },
    ownLesson: null,
    draft: null,
  };
  return withLinked(blank, UNLINKED);
}

export function inspectionOf(index: number, run = 1): Inspection {
  return {
    index,
    run,
    step: 0,
    epoch: null,
    filter: 0,
    graph: { vertices: 2, edges: Uint32Array.of(0, 1) },
    filtration: { filter: Float32Array.of(0, 1), bars: [] },
    extended: null,
    logits: Float64Array.of(1, 0),
  };
}

export function runSummary(): RunSummary {
  return {
    task: "classification",
    config: {
      model: "gfl",
      layers: 1,
      features: "degree",
      edges: "none",
      topologyLayer: "none",
      fixedFilter: "degree",
      epochs: 10,
      batchSize: 32,
      learningRate: 0.01,
      weightDecay: 1e-5,
      halveAt: [],
      width: 64,
      dropout: null,
      hats: 100,
      hat: "rational",
      barWeight: "none",
      readout: "gfl",
      extended: false,
      filters: 1,
      edgeFilter: "max",
      ties: "index",
      seed: 0,
      splitSeed: null,
      folds: 10,
      fold: 1,
      validation: true,
    },
    splits: "seed",
    stepsPerEpoch: 2,
    epochsDone: 0,
    stepsDone: 0,
    trainGraphs: 3,
    validationGraphs: 0,
    testGraphs: 1,
    baseline: 0.5,
    parameters: 10,
    recordable: true,
    notes: [],
    filters: 1,
    logged: null,
  };
}

export function datasetSummary(name: string): DatasetSummary {
  return {
    name,
    fingerprint: "0123456789abcdef",
    graphs: 4,
    classes: [
      { name: "a", graphs: 2 },
      { name: "b", graphs: 2 },
    ],
    targets: null,
    vertexLabels: 0,
    vertexAttributes: 0,
    edgeLabels: 0,
    averageVertices: 2,
    averageEdges: 1,
    largestGraph: 2,
    namesSplit: false,
    withoutTraining: null,
    features: ["degree", "uninformative"],
    edgeAttributes: 0,
    edgeFeatures: ["none"],
    fixedFilters: STRUCTURE_FILTERS.map(({ id }) => id),
    notes: [],
  };
}

/** The state of a newly loaded data set. */
export function loadedData(name: string): Omit<Data, "source"> {
  return {
    summary: datasetSummary(name),
    rows: graphRows(),
    withoutShippedFolds: "the folds icml2020 are of other data sets",
    foldFiles: null,
  };
}

export function graphRows(): GraphRow[] {
  return [0, 1, 0, 1].map((label, index) => ({
    vertices: 2,
    edges: 1,
    class: label,
    target: null,
    part: index === 3 ? "test" : "train",
  }));
}
