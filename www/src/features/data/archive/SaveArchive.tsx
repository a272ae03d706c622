import type { JSX } from "preact";
import { useApp } from "../../context";
import { useMaking } from "../useMaking";

/** Saves everything as one archive; during the export, the same card cancels it. */
export function SaveArchive({ filtered }: { readonly filtered: boolean }): JSX.Element {
  const app = useApp();
  const { share, message, begin, end } = useMaking(
    async (onShare, signal) => (await import("./archive")).makeArchive(app, onShare, signal),
    {
      saved: () => "The archive is saved.",
      givenUp: "The archive was cancelled.",
      failed: "The archive could not be saved",
      source: "ui",
    },
  );
  return (
    <>
      <button type="button" class="card" onClick={share === null ? () => void begin() : end}>
        <span class="card-title">{share === null ? "Everything" : "Stop"}</span>
        <span class="card-text">
          {share !== null ? (
            <>
              creating the archive, <span class="number">{Math.round(100 * share)} %</span>
            </>
          ) : filtered ? (
            "tables, diagrams for GUDHI and graphs as GraphML, in one zip"
          ) : (
            "tables, and graphs as GraphML, in one zip"
          )}
        </span>
      </button>
      <span class="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}
