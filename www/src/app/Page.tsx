import type { ComponentType, JSX } from "preact";
import { useSlice, useApp } from "../ui/context";
import { lazily } from "../ui/lazily";
import type { PageId } from "../store/state";
import { LearnPage } from "../pages/learn/LearnPage";
import { PointsPanel } from "../pages/learn/points/lazyPoints";
import { Header } from "./Header";
import { Notices } from "./Notices";
import { useEffect, useState } from "preact/hooks";

// Not every visitor opens it.
const InspectPage = lazily(
  () => import("../pages/inspect/InspectPage").then((module) => module.InspectPage),
  <main />,
);
const ModelPage = lazily(
  () => import("../pages/model/ModelPage").then((module) => module.ModelPage),
  <main />,
);

const SeparatePage = lazily(
  () => import("../pages/separate/SeparatePage").then((module) => module.SeparatePage),
  <main />,
);

const PAGES: Readonly<Record<PageId, ComponentType>> = {
  learn: LearnPage,
  inspect: () => <InspectPage Points={PointsPanel} />,
  model: ModelPage,
  separate: SeparatePage,
};

/** `whole`: files may be dropped anywhere in the window. */
export function Page({ whole }: { whole: boolean }): JSX.Element {
  const page = useSlice(({ view }) => view.page);
  const Content = PAGES[page];
  const skip = (): void => {
    const main = document.querySelector<HTMLElement>("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus();
  };
  return (
    <>
      {whole && (
        <button type="button" class="button primary skip" onClick={skip}>
          Skip to the content
        </button>
      )}
      <Header />
      <Content />
      <Notices />
      {whole && <DropZone />}
    </>
  );
}

/** Takes files and texts that are dropped or pasted anywhere on the page. */
function DropZone(): JSX.Element | null {
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
      const { dataTransfer } = event;
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (dataTransfer) void droppedFiles(dataTransfer).then(app.openFiles);
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      // A field takes its own text.
      if (
        (target instanceof Element && target.closest("input, textarea, [contenteditable]")) ||
        !clipboardData
      )
        return;
      const files = [...clipboardData.files];
      const text = clipboardData.getData("text/plain");
      if (files.length > 0) app.openFiles(files);
      else if (text.trim() !== "") void import("./files/files").then(({ takeText }) => takeText(app, text));
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

/** The dropped items: files, and the files of folders with their paths. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<readonly File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A reader returns entries in batches; the last batch is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return files;
    for (const inner of portion) files.push(...(await filesIn(inner)));
  }
}
