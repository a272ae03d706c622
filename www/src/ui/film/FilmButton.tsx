import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useApp, useSlice } from "../context";
import { epochSubject } from "../../store/graphs";
import { useMaking } from "../files/useMaking";
import type { Making } from "../files/useMaking";

export interface Film extends Making {
  readonly isOffered: boolean;
}

/** The epochs of the graph in view as a film. */
export function useFilm(): Film {
  const app = useApp();
  const subject = useSlice(useMemo(epochSubject, []));
  const epochs = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const filtered = app.shown.value.filtration !== null;
  const making = useMaking(
    async (onShare, signal) => subject && (await import("./record")).record(app, subject, onShare, signal),
    {
      saved: (name) => (name.endsWith(".zip") ? "The pictures of the film are saved." : "The film is saved."),
      givenUp: "The film was given up.",
      failed: "There is no film",
      source: "engine",
    },
  );
  return { ...making, isOffered: subject !== null && epochs >= 2 && filtered };
}

/** Saves the film. */
export function FilmButton({ film }: { readonly film: Film }): JSX.Element {
  return (
    <button
      type="button"
      class="button"
      title="Saves this graph through the epochs as a film (WebM)"
      disabled={!film.isOffered || film.share !== null}
      onClick={() => void film.begin()}
    >
      Save a film
    </button>
  );
}

/** Cancels the film that is being made; outside the menu, which can be closed meanwhile. */
export function FilmProgress({ film: { share, message, end } }: { readonly film: Film }): JSX.Element {
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
