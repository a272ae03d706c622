import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { takeFile } from "./files";

const over = signal(false);

/** Takes files that are dropped anywhere on the page. */
export function DropZone(): JSX.Element | null {
  useEffect(() => {
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      over.value = true;
    };
    // Leaving the window has no related target; leaving one element for another has.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) over.value = false;
    };
    const drop = (event: DragEvent): void => {
      over.value = false;
      const file = event.dataTransfer?.files[0];
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (file) takeFile(file);
    };
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop } as const;
    for (const [type, listener] of Object.entries(listeners))
      addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        removeEventListener(type, listener as EventListener);
    };
  }, []);
  if (!over.value) return null;
  return (
    <div class="drop-overlay">
      <p>
        <strong>Drop to load this file</strong>
        <span>A TU data set as a zip, or weights that were saved here. It stays on this machine.</span>
      </p>
    </div>
  );
}
