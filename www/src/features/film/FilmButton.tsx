import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp, useSlice } from "../../app/context";
import { messageOf } from "../../domain/text";
import { epochSubject } from "../../store/epochSubject";
import { saveFile } from "../data/save";

/** Saves the epochs of the graph in view as a film; while it is made, the same button gives it up. */
export function FilmButton(): JSX.Element {
  const app = useApp();
  const subject = useSlice(useMemo(epochSubject, []));
  const epochs = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const filtered = app.shown.value.filtration !== null;
  const [share, setShare] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  const begin = async (): Promise<void> => {
    if (!subject) return;
    const abort = new AbortController();
    making.current = abort;
    setShare(0);
    setSaid("");
    try {
      const { record } = await import("./record");
      const film = await record(app, subject, setShare, abort.signal);
      if (abort.signal.aborted || !film) return;
      saveFile(film.name, film.file);
      setSaid(film.name.endsWith(".zip") ? "The pictures of the film are saved." : "The film is saved.");
    } catch (error) {
      if (abort.signal.aborted) return;
      const notice = { kind: "error", title: "There is no film", detail: messageOf(error) } as const;
      app.store.dispatch({ type: "notify", notice, source: "engine" });
    } finally {
      if (making.current === abort) {
        making.current = null;
        setShare(null);
      }
    }
  };
  const end = (): void => {
    making.current?.abort();
    making.current = null;
    setShare(null);
    setSaid("The film was given up.");
  };
  const percent = share === null ? "" : `${Math.round(100 * share)} %`;
  return (
    <>
      {share === null ? (
        <button
          type="button"
          class="button timeline-film"
          title="Saves this graph through the epochs as a film (WebM)"
          disabled={!subject || epochs < 2 || !filtered}
          onClick={() => void begin()}
        >
          Save a film
        </button>
      ) : (
        <button type="button" class="button timeline-film" title="Gives the film up" onClick={end}>
          Stop, <span class="number">{percent}</span>
        </button>
      )}
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
