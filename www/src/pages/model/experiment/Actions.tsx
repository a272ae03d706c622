import type { JSX } from "preact";
import { MAX_FOLDS, MIN_FOLDS } from "../../../domain/settings/settings";
import type { Settings } from "../../../domain/settings/settings";
import { messageOf, plural } from "../../../domain/text/format";
import { MAX_SEEDS, plannedOf } from "../../../domain/training/experiment";
import type { SettingRow } from "../../../domain/training/experiment";
import { keptFolds, textsIn } from "../../../services/storage/folds";
import { wantedSettings, withoutTraining } from "../../../store/selectors";
import type { State } from "../../../store/state";
import { useAct, useApp, useOwnId, useSlice } from "../../../ui/context";
import { openRun, saveFile } from "../../../ui/files/disk";
import { UploadIcon } from "../../../ui/icons";
import { AddSetting } from "./SettingList";
import { progressText } from "./summary";

/** Trains, cancels, saves and opens runs over folds; nothing moves when training begins. */
export function Actions({ rows }: { readonly rows: readonly SettingRow[] }): JSX.Element {
  const app = useApp();
  const { services } = app;
  const folds = useSlice((state) => state.folds);
  const isHeld = useSlice((state) => state.run?.held === true && state.data !== null);
  const training = folds?.training ?? null;
  const refused = useSlice(withoutTraining);
  const reasonId = useOwnId();
  const planned = rows.filter((row) => row.planned !== null);
  const cells = planned.reduce((sum, row) => sum + row.cells, 0);
  const left = planned.reduce((sum, row) => sum + row.missing, 0);
  const seeds = useSlice(({ experiment }) => experiment.seeds);
  const save = (): void => {
    if (!folds?.file) return;
    const text = `${JSON.stringify(folds.file, null, 2)}\n`;
    saveFile(`${folds.file.data}-folds.json`, new Blob([text], { type: "application/json" }));
  };
  return (
    <div class="fold-actions">
      <div class="fold-buttons">
        <Counts />
        <AddSetting />
      </div>
      <div class="fold-buttons">
        {training ? (
          <button
            type="button"
            class="button"
            disabled={training.ending}
            onClick={() => void services.crossValidation().then((service) => service.cancel())}
          >
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="button primary"
            disabled={!isHeld || left === 0 || refused !== null}
            aria-describedby={refused === null ? undefined : reasonId}
            onClick={() => void services.crossValidation().then((service) => service.start())}
          >
            {isHeld ? trainWords(cells, left, seeds * planned.length) : "Cross-validate"}
          </button>
        )}
        <button type="button" class="button" disabled={!folds?.file || training !== null} onClick={save}>
          Save run file
        </button>
        <button type="button" class="button" disabled={training !== null} onClick={() => openRun(app)}>
          <UploadIcon /> Open run file
        </button>
      </div>
      <div class="fold-progress">
        {training ? (
          <>
            <progress value={training.progress?.share ?? 0} aria-label="Share of all epochs of all folds" />
            <p class="number">{progressText(training)}</p>
          </>
        ) : (
          <Standing />
        )}
      </div>
      {refused !== null && (
        <p class="model-hint" id={reasonId}>
          {refused}
        </p>
      )}
    </div>
  );
}

/** "Cross-validate, 10 folds", "Train 60 folds of 6 runs", "Train 3 more folds" */
function trainWords(cells: number, left: number, runs: number): string {
  if (left === 0) return "All folds are trained";
  if (left < cells) return `Train ${plural(left, "more fold", "more folds")}`;
  return runs === 1
    ? `Cross-validate, ${plural(cells, "fold", "folds")}`
    : `Train ${cells} folds of ${runs} runs`;
}

/** All settings of the experiment have the folds of the first. */
const trainedFirst = (state: State): Settings | undefined =>
  plannedOf(state.experiment, wantedSettings(state))[0];

/** The numbers of seeds and folds of all settings. */
function Counts(): JSX.Element {
  const act = useAct();
  const id = useOwnId();
  const { seeds, planned } = useSlice((state) => state.experiment);
  const folds = useSlice((state) => trainedFirst(state)?.folds ?? null);
  const fold = useSlice((state) => wantedSettings(state)?.fold ?? 1);
  const isFixed = useSlice((state) => trainedFirst(state)?.splits !== "seed");
  const training = useSlice((state) => state.folds?.training != null);
  const field = (
    name: string,
    value: number,
    [least, most]: readonly [number, number],
    disabled: boolean,
    change: (value: number) => void,
  ): JSX.Element => (
    <span class="experiment-count">
      <label for={`${id}-${name}`}>{name}</label>
      <input
        id={`${id}-${name}`}
        type="number"
        {...{ min: least, max: most, step: 1, value }}
        disabled={disabled || training}
        onChange={({ currentTarget }) => {
          const typed = Math.round(Math.min(Math.max(currentTarget.valueAsNumber, least), most));
          if (Number.isFinite(typed)) change(typed);
          currentTarget.value = String(Number.isFinite(typed) ? typed : value);
        }}
      />
    </span>
  );
  return (
    <>
      {field("Seeds", seeds, [1, MAX_SEEDS], false, (count) =>
        act({ type: "experiment", change: { seeds: count } }),
      )}
      {folds !== null &&
        field("Folds", folds, [MIN_FOLDS, MAX_FOLDS], isFixed, (count) => {
          act({ type: "settings", change: { folds: count, fold: Math.min(fold, count) } });
          act({ type: "experiment", change: { planned: planned.map((one) => ({ ...one, folds: count })) } });
        })}
    </>
  );
}

/** The origin of the folds in view; without folds, an offer of the last ones of this browser. */
function Standing(): JSX.Element | null {
  const name = useSlice(({ folds }) => folds && (folds.name ?? ""));
  if (name === null) return <Kept />;
  return <p>{name === "" ? "Trained in this page" : `From ${name}`}</p>;
}

function Kept(): JSX.Element | null {
  const { topology, store } = useApp();
  const dataset = useSlice(({ data }) => data?.summary.name ?? null);
  const kept = dataset === null ? null : keptFolds(dataset);
  if (kept === null) return null;
  const show = (): void => {
    try {
      for (const text of textsIn(kept)) {
        const file = topology.readRun("the kept folds", text);
        store.dispatch({
          type: "folds",
          folds: { file, name: null, training: null, models: [] },
          source: "ui",
        });
      }
    } catch (error) {
      const notice = {
        kind: "error",
        title: "The folds could not be opened",
        detail: messageOf(error),
      } as const;
      store.dispatch({ type: "notify", notice, source: "ui" });
    }
  };
  return (
    <button type="button" class="button" onClick={show}>
      Show the last folds of {dataset}
    </button>
  );
}
