import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useApp, useSlice } from "../context";
import { messageOf } from "../../domain/text/format";

/** Saves data, run and view as one file, which opens again here or elsewhere. */
export function SaveSession(): JSX.Element | null {
  const app = useApp();
  const held = useSlice(({ run, data }) => run?.held === true && data !== null);
  const [saving, setSaving] = useState(false);
  if (!held) return null;
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await (await import("./session")).saveSession(app);
    } catch (error) {
      const notice = {
        kind: "error",
        title: "The session could not be saved",
        detail: messageOf(error),
      } as const;
      app.store.dispatch({ type: "notify", notice, source: "ui" });
    } finally {
      setSaving(false);
    }
  };
  return (
    <button
      type="button"
      class="button session-button"
      title="Data, run and view in one file that can be opened again"
      disabled={saving}
      onClick={() => void save()}
    >
      Save session
    </button>
  );
}
