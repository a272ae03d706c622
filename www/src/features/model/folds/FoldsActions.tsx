import type { JSX } from "preact";
import { useApp, useOwnId, useSlice } from "../../context";
import { messageOf } from "../../../domain/text/format";
import { keptFolds } from "../../../services/storage/folds";
import { wantedSettings, withoutTraining } from "../../../store/selectors";
import { checkedRun } from "../../data/files";
import { openRun } from "../../data/pickers";
import { saveFile } from "../../data/save";
import { UploadIcon } from "../../shell/icons";
import { progressText } from "./words";

/** Begins, cancels, saves and opens runs over folds; nothing moves when it begins. */
export function FoldsActions(): JSX.Element {
  const app = useApp();
  const { services } = app;
  const folds = useSlice((state) => state.folds);
  const count = useSlice((state) => (state.run?.held ? wantedSettings(state)?.folds : undefined) ?? null);
  const training = folds?.training ?? null;
  const refused = useSlice(withoutTraining);
  const reasonId = useOwnId();
  const save = (): void => {
    if (!folds?.file) return;
    const text = `${JSON.stringify(folds.file, null, 2)}\n`;
    saveFile(`${folds.file.data}-folds.json`, new Blob([text], { type: "application/json" }));
  };
  return (
    <div class="fold-actions">
      <div class="fold-buttons">
        {training ? (
          <button
            type="button"
            class="button"
            disabled={training.ending}
            onClick={() => void services.crossValidation().then((one) => one.cancel())}
          >
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="button primary"
            disabled={count === null || refused !== null}
            aria-describedby={refused === null ? undefined : reasonId}
            onClick={() => void services.crossValidation().then((one) => one.start())}
          >
            Cross-validate{count === null ? "" : `, ${count} ${count === 1 ? "fold" : "folds"}`}
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

/** The origin of the folds in view; without folds, an offer of the last ones of this browser. */
function Standing(): JSX.Element | null {
  const name = useSlice(({ folds }) => folds && (folds.name ?? ""));
  if (name === null) return <Kept />;
  return <p>{name === "" ? "Trained in this page" : `From ${name}`}</p>;
}

function Kept(): JSX.Element | null {
  const app = useApp();
  const dataset = useSlice(({ data }) => data?.summary.name ?? null);
  const text = dataset === null ? null : keptFolds(dataset);
  if (text === null) return null;
  const show = async (): Promise<void> => {
    const { dispatch } = app.store;
    try {
      const bytes = new TextEncoder().encode(text);
      const file = await checkedRun(app, { path: "the kept folds", bytes });
      dispatch({ type: "folds", folds: { file, name: null, training: null, models: [] }, source: "ui" });
    } catch (error) {
      const notice = {
        kind: "error",
        title: "The folds could not be opened",
        detail: messageOf(error),
      } as const;
      dispatch({ type: "notify", notice, source: "ui" });
    }
  };
  return (
    <button type="button" class="button" onClick={() => void show()}>
      Show the last folds of {dataset}
    </button>
  );
}
