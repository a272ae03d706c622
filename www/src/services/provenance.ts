// Where numbers of a model come from, as the file of its run says it.

/** What the header of a file of weights says, by name. */
export function headerOf(file: Uint8Array): Readonly<Record<string, string>> {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as {
    readonly __metadata__?: Readonly<Record<string, string>>;
  };
  return header.__metadata__ ?? {};
}

/** The lines that a table begins with. */
export function provenanceOf(
  file: Uint8Array,
  { epoch, step }: { readonly epoch: number | null; readonly step: number },
): readonly (readonly [name: string, value: string])[] {
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
    ["counted", "graphs and vertices from 0"],
  ];
}
