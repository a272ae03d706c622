import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useApp, useSlice } from "../context";
import { epochSubject } from "../../store/graphs";
import { useMaking } from "../files/useMaking";

/** Saves the epochs of the graph in view as a film; during the export, the same button cancels it. */
export function FilmButton(): JSX.Element {
  const app = useApp();
  const subject = useSlice(useMemo(epochSubject, []));
  const epochs = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const filtered = app.shown.value.filtration !== null;
  const { share, message, begin, end } = useMaking(
    async (onShare, signal) => subject && (await import("./record")).record(app, subject, onShare, signal),
    {
      saved: (name) => (name.endsWith(".zip") ? "The pictures of the film are saved." : "The film is saved."),
      givenUp: "The film was given up.",
      failed: "There is no film",
      source: "engine",
    },
  );
  const percent = share === null ? "" : `${Math.round(100 * share)} %`;
  return (
    <>
      {share === null ? (
        <button
          type="button"
          class="button"
          title="Saves this graph through the epochs as a film (WebM)"
          disabled={!subject || epochs < 2 || !filtered}
          onClick={() => void begin()}
        >
          Save a film
        </button>
      ) : (
        <button type="button" class="button" title="Gives the film up" onClick={end}>
          Stop, <span class="number">{percent}</span>
        </button>
      )}
      <span class="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}
