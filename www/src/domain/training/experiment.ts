// An experiment: settings × seeds × folds, with the runs that are known so far.

import type { ModelKind } from "../../protocol";
import { modelName } from "../settings/models";
import { describeSettings } from "../settings/settingWords";
import { seedOfSplit, SETTING_NAMES, settingsOf } from "../settings/settings";
import type { Settings } from "../settings/settings";
import type { KnownRun, RunFile } from "./folds";

export interface Experiment {
  /** The settings to compare; empty: those of the next run. */
  readonly planned: readonly Settings[];
  /** Number of seeds of each setting. */
  readonly seeds: number;
  /** The names that the user gave to settings, by `keyOf`. */
  readonly names: Readonly<Record<string, string>>;
  readonly runs: readonly KnownRun[];
}

export const NO_EXPERIMENT: Experiment = { planned: [], seeds: 1, names: {}, runs: [] };

export const MAX_SEEDS = 20;

/** The settings that two runs must share, with their seed. The fold is only the one in view. */
export function runKey(settings: Settings): string {
  const own: Settings = { ...settings, fold: 1, splitSeed: seedOfSplit(settings) };
  return JSON.stringify(SETTING_NAMES.map((name) => own[name]));
}

/** The same without the seed of the weights. */
export function keyOf(settings: Settings): string {
  return runKey({ ...settings, splitSeed: seedOfSplit(settings), seed: 0 });
}

/** The runs of a setting: several seeds have the split of the first. */
export function cellsOf(settings: Settings, seeds: number): readonly Settings[] {
  const first: Settings = { ...settings, fold: 1 };
  if (seeds === 1) return [first];
  const splitSeed = seedOfSplit(settings);
  // Seeds have 32 bits, so 0 follows the largest one.
  const seed = (i: number): number => (settings.seed + i) % 2 ** 32;
  return Array.from({ length: seeds }, (_, i) => ({ ...first, seed: seed(i), splitSeed }));
}

/** The run with these settings on a data set, trained here or from a file. */
export function knownRun(
  runs: readonly KnownRun[],
  fingerprint: string,
  settings: Settings,
): KnownRun | null {
  const key = runKey(settings);
  const fits = ({ file, name, asked }: KnownRun): boolean =>
    file.fingerprint === fingerprint &&
    (asked === key || runKey(settingsOf(file)) === key) &&
    // The settings do not tell which files the folds of another program came from.
    (name === null || settings.splits !== "files");
  const own = runs.filter(fits);
  return own.find(({ name }) => name === null) ?? own[0] ?? null;
}

/** A setting and its runs. */
export interface SettingRow {
  readonly key: string;
  /** That of the user, or the model, or the description if other settings have this model. */
  readonly name: string;
  readonly description: string;
  readonly model: ModelKind;
  /** The data set, if it is another one. */
  readonly data: string | null;
  /** The settings of its missing folds; null: they are not trained. */
  readonly planned: Settings | null;
  /** Names of the files of its runs. */
  readonly files: readonly string[];
  readonly runs: readonly KnownRun[];
  /** Finished folds of all seeds, and their number. */
  readonly finished: number;
  readonly cells: number;
  /** Folds that are still to train. */
  readonly missing: number;
}

/** The settings to train, then those of the other runs. `present`: the settings of the next run; null: there is no data set. */
export function rowsOf(
  experiment: Experiment,
  data: { readonly name: string; readonly fingerprint: string } | null,
  present: Settings | null,
): readonly SettingRow[] {
  const { names, runs, seeds } = experiment;
  const used = new Set<KnownRun>();
  const planned = plannedOf(experiment, present).map((settings): Unnamed => {
    const cells = cellsOf(settings, seeds);
    const key = keyOf(settings);
    const known = cells.map((cell) => knownRun(runs, data?.fingerprint ?? "", cell));
    // Further seeds on this split, which were trained before the settings changed, belong to the setting as well.
    const isFurther = (run: KnownRun): boolean =>
      run.name === null &&
      run.file.fingerprint === data?.fingerprint &&
      keyOf(settingsOf(run.file)) === key &&
      !known.includes(run);
    const further = runs.filter(isFurther);
    const own = [...known.filter((run) => run !== null), ...further];
    for (const run of own) used.add(run);
    return {
      ...{ key, ...described(settings), data: null, planned: settings, runs: own },
      ...counted(own),
      cells: [...known, ...further].reduce((sum, run) => sum + (run?.file.config.folds ?? settings.folds), 0),
      missing: known.reduce((sum, run) => sum + (run ? missingIn(run.file) : settings.folds), 0),
    };
  });
  const others = new Map<string, KnownRun[]>();
  for (const run of runs.filter((one) => !used.has(one))) {
    const settings = settingsOf(run.file);
    // Files of other seeds can have other splits, as in `sublevel compare`.
    const own = run.name === null ? keyOf(settings) : runKey({ ...settings, seed: 0 });
    const key = run.name === null ? own : `${run.file.fingerprint} ${own}`;
    others.set(key, [...(others.get(key) ?? []), run]);
  }
  const rows = [
    ...planned,
    ...[...others].map(([key, own]): Unnamed => {
      const { file } = own[0]!;
      return {
        ...{ key, ...described(settingsOf(file)), planned: null, runs: own },
        data: file.data === data?.name ? null : file.data,
        ...counted(own),
        cells: own.reduce((sum, run) => sum + run.file.config.folds, 0),
        missing: 0,
      };
    }),
  ];
  return rows.map((row) => {
    const others = rows.filter(({ data, model }) => data === row.data && model === row.model);
    const short = others.length === 1 ? modelName(row.model) : row.description;
    return { ...row, name: names[row.key] ?? short };
  });
}

/** The number of folds without a result. */
export function missingIn({ config, folds }: RunFile): number {
  return config.folds - folds.length;
}

type Unnamed = Omit<SettingRow, "name">;

function described(settings: Settings): Pick<SettingRow, "description" | "model"> {
  return { description: describeSettings({ ...settings, splitSeed: null }), model: settings.model };
}

/** The settings that are trained. */
export function plannedOf({ planned }: Experiment, present: Settings | null): readonly Settings[] {
  return planned.length > 0 ? planned : present === null ? [] : [present];
}

function counted(runs: readonly KnownRun[]): Pick<SettingRow, "files" | "finished"> {
  return {
    files: runs.flatMap(({ name }) => (name === null ? [] : [name])),
    finished: runs.reduce((sum, { file }) => sum + file.folds.length, 0),
  };
}

/** Seeds on one split are one setting if each has the seed of the split written out. */
function asOneSetting(file: RunFile, { runs }: SettingRow): RunFile {
  const splits = new Set(runs.map((run) => seedOfSplit(settingsOf(run.file))));
  if (runs.length === 1 || splits.size > 1) return file;
  return { ...file, config: { ...file.config, splitSeed: seedOfSplit(settingsOf(file)) } };
}

/** A run file for the comparison. */
export interface ComparedFile {
  readonly name: string;
  /** The name of its setting. */
  readonly label: string;
  readonly file: RunFile;
}

/** The runs with results, with names that differ. */
export function comparedFiles(rows: readonly SettingRow[]): readonly ComparedFile[] {
  const taken = new Set<string>();
  return rows.flatMap((row) =>
    row.runs
      .filter(({ file }) => file.folds.length > 0)
      .map(({ file, name }) => {
        const base = name ?? `${row.name}, seed ${file.seed}`;
        let own = base;
        for (let number = 2; taken.has(own); number += 1) own = `${base} (${number})`;
        taken.add(own);
        return { name: own, label: row.name, file: asOneSetting(file, row) };
      }),
  );
}

/** The `runKey` of the settings that were requested. */
export function requestedKey({ asked, file }: KnownRun): string {
  return asked ?? runKey(settingsOf(file));
}

/** The runs with new results, in place of their earlier ones. */
export function withKnown(runs: readonly KnownRun[], run: KnownRun): readonly KnownRun[] {
  const key = (one: KnownRun): string => `${one.name} ${one.file.fingerprint} ${requestedKey(one)}`;
  const place = runs.findIndex((one) => key(one) === key(run));
  return place < 0 ? [...runs, run] : runs.map((one, i) => (i === place ? run : one));
}
