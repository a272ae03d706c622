import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../context";
import { isEdgeFilter } from "../../domain/settings/filters";
import { plural } from "../../domain/text/format";
import { withoutTraining } from "../../store/selectors";
import { FilterChoice } from "../filters/FilterChoice";
import "./log.css";

/** The run log in view: its channels, and a model for the same graphs; `compact`: in one line, without descriptions. */
export function LoggedRun({ compact }: { readonly compact: boolean }): JSX.Element | null {
  const { services } = useApp();
  const act = useAct();
  const name = useSlice(({ data }) => data?.summary.name);
  const logged = useSlice(({ run }) => run?.summary.logged ?? null);
  const epochs = useSlice(({ run }) => run?.epochs.length ?? 0);
  const kept = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const refused = useSlice(withoutTraining);
  const unlabelled = useSlice(({ run }) => run?.summary.logged?.labelled === false);
  const edges = useSlice(({ run }) => run !== null && isEdgeFilter(run.summary));
  if (!logged) return null;
  const train = refused === null && !unlabelled && (
    <button
      type="button"
      class="button"
      title="Starts a run of GFL on these graphs; the run log can be restored"
      onClick={() => void services.train.reset({}, "ui")}
    >
      Train GFL on these graphs
    </button>
  );
  if (compact)
    return (
      <div class="logged-run">
        <FilterChoice brief />
        {train}
      </div>
    );
  return (
    <div class="logged-run">
      <p class="model">
        Run log {name}, {plural(epochs, "epoch", "epochs")}
        {kept < epochs && `, ${kept} of them with values`}
      </p>
      <FilterChoice />
      {edges && <p class="model-hint">This channel has a value for each edge: an edge filtration.</p>}
      {logged.channels.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() => act({ type: "view", change: { page: "model", topic: "hats" } })}
        >
          Compare the channels
        </button>
      )}
      {unlabelled && <p class="model-hint">The graphs have no classes, so there is no accuracy.</p>}
      {train}
    </div>
  );
}
