import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import { droppedFiles } from "../data/dropped";

/** Takes files and texts that are dropped or pasted anywhere on the page. */
export function DropZone(): JSX.Element | null {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const take = async (files: readonly File[]): Promise<void> =>
      (await import("../data/files")).takeFiles(app, files);
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving the window has no related target; leaving one element for another has.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const { dataTransfer } = event;
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (dataTransfer) void droppedFiles(dataTransfer).then(take);
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      if (target instanceof HTMLInputElement || !clipboardData) return;
      const files = [...clipboardData.files];
      const text = clipboardData.getData("text/plain");
      if (files.length > 0) void take(files);
      else if (text.trim() !== "") void import("../data/files").then(({ takeText }) => takeText(app, text));
    };
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop, paste } as const;
    for (const [type, listener] of Object.entries(listeners))
      addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        removeEventListener(type, listener as EventListener);
    };
  }, []);
  if (!over) return null;
  return (
    <div class="drop-overlay">
      <p>
        <strong>Drop to load this file</strong>
        <span>
          A graph, a data set, weights, a session, a run file, or a lesson. It stays on this machine.
        </span>
      </p>
    </div>
  );
}
