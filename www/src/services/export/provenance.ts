// The origin of numbers of a model, from the file of its run.

/** Header lines as pairs of name and value. */
export type Provenance = readonly (readonly [name: string, value: string])[];

/** The weights of a result; without an epoch: those after `step`. */
export interface WeightsOf {
  readonly epoch: number | null;
  readonly step: number;
}

/** The header of a file of weights, by name. */
function headerOf(file: Uint8Array): Readonly<Record<string, string>> {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as {
    readonly __metadata__?: Readonly<Record<string, string>>;
  };
  return header.__metadata__ ?? {};
}

/** The first lines of a table. */
export function provenanceOf(file: Uint8Array, { epoch, step }: WeightsOf): Provenance {
  const { dataset = "", fingerprint = "", config = "{}" } = headerOf(file);
  const { seed, fold, folds } = JSON.parse(config) as Readonly<Record<string, unknown>>;
  const untrained = (epoch ?? step) === 0 ? ", untrained" : "";
  return [
    ["sublevel", SUBLEVEL_VERSION],
    ["data set", dataset],
    ["fingerprint", fingerprint],
    ["configuration", config],
    ["seed", String(seed)],
    ["fold", folds === 1 ? "the split of the file" : `${String(fold)} of ${String(folds)}`],
    ["weights", `${epoch === null ? `after step ${step}` : `after epoch ${epoch}`}${untrained}`],
    ["counted", "graphs and vertices from 0 (the page counts graphs from 1)"],
  ];
}

/** The same for programs: numbers are numbers, and the configuration is an object. */
export function provenanceJson(file: Uint8Array, { epoch, step }: WeightsOf): string {
  const { dataset = "", fingerprint = "", config = "{}" } = headerOf(file);
  const configuration = JSON.parse(config) as Readonly<Record<string, unknown>>;
  const { seed, fold, folds } = configuration;
  const untrained = (epoch ?? step) === 0;
  const said = { sublevel: SUBLEVEL_VERSION, dataset, fingerprint, seed, fold, folds };
  return `${JSON.stringify({ ...said, weights: { epoch, step, untrained }, configuration }, null, 2)}\n`;
}
