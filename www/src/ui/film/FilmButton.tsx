import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useApp, useSlice } from "../context";
import { epochSubject } from "../../store/graphs";
import { useMaking } from "../files/useMaking";
import type { Making } from "../files/useMaking";

/** A film of the epochs of the graph in view. It reads the graph when it begins, so that its panel does not follow every change of it. */
export function useFilm(): Making {
  const app = useApp();
  return useMaking(
    async (onShare, signal) => {
      const subject = epochSubject()(app.store.state.peek());
      return subject && (await import("./record")).record(app, subject, onShare, signal);
    },
    {
      saved: (name) => (name.endsWith(".zip") ? "The pictures of the film are saved." : "The film is saved."),
      givenUp: "The film was given up.",
      failed: "There is no film",
      source: "engine",
    },
  );
}

/** Saves the film. */
export function FilmButton({ film }: { readonly film: Making }): JSX.Element {
  const { shown } = useApp();
  const subject = useSlice(useMemo(epochSubject, []));
  const epochs = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const filtered = shown.value.filtration !== null;
  return (
    <button
      type="button"
      class="button"
      title="Saves this graph through the epochs as a film (WebM)"
      disabled={!subject || epochs < 2 || !filtered || film.share !== null}
      onClick={() => void film.begin()}
    >
      Save a film
    </button>
  );
}

/** Cancels the film that is being made; outside the menu, which can be closed meanwhile. */
export function FilmProgress({ film: { share, message, end } }: { readonly film: Making }): JSX.Element {
  return (
    <>
      {share !== null && (
        <button type="button" class="button" title="Gives the film up" onClick={end}>
          Stop the film, <span class="number">{Math.round(100 * share)} %</span>
        </button>
      )}
      <span class="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}
