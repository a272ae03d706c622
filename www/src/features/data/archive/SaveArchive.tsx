import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../../../app/context";
import { messageOf } from "../../../domain/text";
import { saveFile } from "../save";

/** Saves everything as one archive; while it is made, the same card gives it up. */
export function SaveArchive({ filtered }: { readonly filtered: boolean }): JSX.Element {
  const app = useApp();
  const [share, setShare] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const abort = new AbortController();
    making.current = abort;
    setShare(0);
    setSaid("");
    try {
      const { makeArchive } = await import("./archive");
      const archive = await makeArchive(app, setShare, abort.signal);
      if (abort.signal.aborted || !archive) return;
      saveFile(archive.name, archive.file);
      setSaid("The archive is saved.");
    } catch (error) {
      if (abort.signal.aborted) return;
      const notice = { kind: "error", title: "The archive was not saved", detail: messageOf(error) } as const;
      app.store.dispatch({ type: "notify", notice, source: "ui" });
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
    setSaid("The archive was given up.");
  };
  return (
    <>
      <button type="button" class="card" onClick={share === null ? () => void begin() : end}>
        <span class="card-title">{share === null ? "Everything" : "Stop"}</span>
        <span class="card-text">
          {share !== null ? (
            <>
              the archive is being made, <span class="number">{Math.round(100 * share)} %</span>
            </>
          ) : filtered ? (
            "tables, diagrams for GUDHI and graphs as GraphML, in one zip"
          ) : (
            "tables, and graphs as GraphML, in one zip"
          )}
        </span>
      </button>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
