// The origin of numbers of a model, from the file of its run.

/** Header lines as pairs of name and value. */
export type Provenance = readonly (readonly [name: string, value: string])[];

/** The weights of a result; without an epoch: those after `step`. */
export interface WeightsOf {
  readonly epoch: number | null;
  readonly step: number;
  /** The filter of a run with several, `filterWords`; null: the model has one. */
  readonly filter: string | null;
}

/** The header of a file of weights, by name. */
function headerOf(file: Uint8Array): Readonly<Record<string, string>> {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as {
    readonly __metadata__?: Readonly<Record<string, string>>;
  };
  return header.__metadata__ ?? {};
}

const COUNTED = ["counted", "graphs and vertices from 0 (the page counts graphs from 1)"] as const;

/** The first lines of a table; a run log has a channel in place of a configuration. */
export function provenanceOf(file: Uint8Array, { epoch, step, filter }: WeightsOf): Provenance {
  const { dataset = "", fingerprint = "", config = "{}", run_log: logged } = headerOf(file);
  if (logged !== undefined) {
    return [
      ["sublevel", SUBLEVEL_VERSION],
      ["run log", dataset],
      ["fingerprint", fingerprint],
      ["channel", filter ?? ""],
      ["values", `of epoch ${epoch ?? step}`],
      COUNTED,
    ];
  }
  const { seed, fold, folds } = JSON.parse(config) as Readonly<Record<string, unknown>>;
  const untrained = (epoch ?? step) === 0 ? ", untrained" : "";
  return [
    ["sublevel", SUBLEVEL_VERSION],
    ["data set", dataset],
    ["fingerprint", fingerprint],
    ["configuration", config],
    ["seed", String(seed)],
    ["fold", folds === 1 ? "the split of the file" : `${String(fold)} of ${String(folds)}`],
    ...(filter === null ? [] : [["filter", filter] as const]),
    ["weights", `${epoch === null ? `after step ${step}` : `after epoch ${epoch}`}${untrained}`],
    COUNTED,
  ];
}

/** The same for programs: numbers are numbers, and the configuration is an object. */
export function provenanceJson(file: Uint8Array, { epoch, step, filter }: WeightsOf): string {
  const { dataset = "", fingerprint = "", config = "{}", run_log: logged } = headerOf(file);
  if (logged !== undefined) {
    const values = { epoch: epoch ?? step };
    const origin = { sublevel: SUBLEVEL_VERSION, runLog: dataset, fingerprint, channel: filter, values };
    return `${JSON.stringify(origin, null, 2)}\n`;
  }
  const configuration = JSON.parse(config) as Readonly<Record<string, unknown>>;
  const { seed, fold, folds } = configuration;
  const untrained = (epoch ?? step) === 0;
  const ofFilter = filter === null ? {} : { filter };
  const origin = { sublevel: SUBLEVEL_VERSION, dataset, fingerprint, seed, fold, folds, ...ofFilter };
  return `${JSON.stringify({ ...origin, weights: { epoch, step, untrained }, configuration }, null, 2)}\n`;
}
