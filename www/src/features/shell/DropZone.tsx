import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../../app/context";
import { takeFile } from "../data/files";

/** Takes files that are dropped anywhere on the page. */
export function DropZone(): JSX.Element | null {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
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
      const file = event.dataTransfer?.files[0];
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (file) takeFile(app, file);
    };
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop } as const;
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
        <span>A TU data set as a zip, or weights that were saved here. It stays on this machine.</span>
      </p>
    </div>
  );
}
