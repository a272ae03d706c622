// The widget in the cell: it creates the page from files of the kernel, and forwards the messages of both.

import { join } from "./line";
import type { FromWidget, Model, Start } from "./messages";
import { PackageFiles } from "./packageFiles";

const WAITING =
  "Sublevel waits for the kernel, which answers when the cells that run now have ended. If none runs, run this cell again.";
const SILENT =
  "The page of Sublevel does not start in this cell. Some programs, such as VS Code, allow no pages from the kernel (blob: addresses): open this notebook with JupyterLab or Jupyter Notebook in a browser. Tables of an explorer that is shown there arrive in the same kernel.";
/** Milliseconds until the user reads this. */
const PATIENCE = 10_000;
const ELSEWHERE = "Another cell shows this explorer now. Run this cell to show it here.";

/** Cells are narrow, and their text is small: the page has this width and is scaled down. */
const ROOM = 1100;
const SMALLEST = 0.7;

/** If it would be too small to read, it has the layout of a phone. */
function scaleOf(width: number): number {
  const scale = Math.min(1, width / ROOM);
  return scale < SMALLEST - 0.1 ? 1 : Math.max(SMALLEST, scale);
}

/** Shows the page in `el`; returns a function that removes it. */
async function show(model: Model, files: PackageFiles, el: HTMLElement): Promise<() => void> {
  const note = document.createElement("p");
  note.textContent = WAITING;
  el.replaceChildren(note);
  const address = await files.page();
  const frame = document.createElement("iframe");
  frame.title = "Sublevel";
  frame.allow = "fullscreen; clipboard-write";
  frame.style.cssText = "display: block; border: 0; transform-origin: 0 0;";
  const box = document.createElement("div");
  box.style.cssText = "box-sizing: border-box; width: 100%; overflow: hidden; border: 1px solid #8886;";
  const fit = (): void => {
    const height = model.get("height");
    const scale = scaleOf(box.clientWidth);
    box.style.height = `${height}px`;
    frame.style.transform = `scale(${scale})`;
    frame.style.width = `${100 / scale}%`;
    frame.style.height = `${height / scale}px`;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(box);
  model.on("change:height", fit);

  note.textContent = SILENT;
  const silent = setTimeout(() => el.prepend(note), PATIENCE);
  const answered = (): void => {
    clearTimeout(silent);
    note.remove();
  };

  let ends: (() => void)[] = [];
  const end = (): void => {
    for (const one of ends.splice(0)) one();
  };
  // If a notebook moves the cell, the browser reloads the page.
  frame.addEventListener("load", () => {
    end();
    ends = connect(model, files, frame, answered);
  });
  frame.src = address;
  box.append(frame);
  el.replaceChildren(box);
  fit();
  return () => {
    end();
    clearTimeout(silent);
    sizes.disconnect();
    model.off("change:height", fit);
    note.textContent = ELSEWHERE;
    el.replaceChildren(note);
  };
}

/** Starts the page, and connects it to the kernel; returns a function that disconnects it. */
function connect(
  model: Model,
  files: PackageFiles,
  frame: HTMLIFrameElement,
  answered: () => void,
): (() => void)[] {
  const { port1: port, port2: theirs } = new MessageChannel();
  let started = false;
  const endTheme = followHost((theme) => {
    if (started) {
      port.postMessage({ type: "theme", theme } satisfies FromWidget);
      return;
    }
    started = true;
    const start: Start = { type: "sublevel:start", theme };
    frame.contentWindow?.postMessage(start, "*", [theirs]);
  });
  return [endTheme, join(model, (name) => files.file(name), port, answered)];
}

/** A widget has one page, at its last place: another page would be another run. */
export default function widget(): {
  initialize(context: { readonly model: Model }): void;
  render(context: { readonly model: Model; readonly el: HTMLElement }): Promise<() => void>;
} {
  let files: PackageFiles | null = null;
  let leave: (() => void) | null = null;
  let latest = 0;
  return {
    initialize({ model }) {
      files = new PackageFiles(model, PAGE_FILES);
    },
    async render({ model, el }) {
      const mine = ++latest;
      leave?.();
      leave = null;
      const left = await show(model, (files ??= new PackageFiles(model, PAGE_FILES)), el);
      // It can be shown elsewhere by now.
      if (mine === latest) leave = left;
      else left();
      return () => {
        if (leave === left) leave = null;
        left();
      };
    },
  };
}

// Light or dark, as the notebook around the page is.

/** The theme of JupyterLab, VS Code or Colab; elsewhere that of the system. */
function themeOfHost(): "light" | "dark" {
  const { body, documentElement } = document;
  const { jpThemeLight } = body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "true" ? "light" : "dark";
  const { vscodeThemeKind } = body.dataset;
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.endsWith("light") ? "light" : "dark";
  const colab = documentElement.getAttribute("theme");
  if (colab !== null) return colab === "dark" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls `listener` now and whenever the theme changes; returns a function that ends it. */
function followHost(listener: (theme: "light" | "dark") => void): () => void {
  let known: "light" | "dark" | null = null;
  const look = (): void => {
    const theme = themeOfHost();
    if (theme === known) return;
    known = theme;
    listener(theme);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { attributes: true });
  observer.observe(document.documentElement, { attributes: true });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", look);
  look();
  return () => {
    observer.disconnect();
    system.removeEventListener("change", look);
  };
}
