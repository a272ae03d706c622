// The pose of a part of the page for its picture: the light theme, the fonts and the width of pictures.

import { loadFonts } from "./fonts";
import { MARGIN, sizesIn, WIDTH } from "./sizes";
import { FAMILIES } from "./text";

/** Until everything has been drawn in its new size. */
const SETTLING_MS = 300;
const SIZES = sizesIn(WIDTH + 2 * MARGIN);

/**
 * Does something while parts of the page are as wide as a picture. `data-picture` states the height of a part as a share of the
 * width; without a number, the content determines it. Style sheets know a posed part by `data-posed`.
 */
export async function posed<T>(parts: readonly HTMLElement[], work: () => T): Promise<T> {
  await loadFonts();
  const root = document.documentElement;
  const theme = root.dataset["theme"] ?? "light";
  const undo: (() => void)[] = [];
  const scrolled = scrolledAround(parts);
  const show = (name: string): void => {
    root.dataset["theme"] = name;
    dispatchEvent(new CustomEvent("sublevel:theme", { detail: name }));
  };
  try {
    if (theme !== "light") show("light");
    // All sizes are read before one of them changes.
    const texts = textsIn(parts).map((text) => [text, getComputedStyle(text).fontSize] as const);
    for (const [text, size] of texts) {
      undo.push(dress(text, { fontSize: `${SIZES(Number.parseFloat(size))}px` }));
    }
    for (const part of parts) {
      const share = Number(part.dataset["picture"]);
      part.dataset["posed"] = "";
      const width = `${WIDTH}px`;
      const height = share > 0 ? { height: `${share * WIDTH}px`, maxHeight: "none" } : {};
      const fontFamily = FAMILIES.sans;
      undo.push(
        dress(part, { width, minWidth: width, maxWidth: width, flex: "none", fontFamily, ...height }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return work();
  } finally {
    for (const step of undo) step();
    for (const part of parts) delete part.dataset["posed"];
    if (theme !== "light") show(theme);
    for (const [element, top] of scrolled) element.scrollTop = top;
  }
}

/** These parts and the elements in them. */
function textsIn(parts: readonly HTMLElement[]): readonly HTMLElement[] {
  return parts.flatMap((part) => [
    part,
    ...[...part.querySelectorAll("*")].filter((element) => element instanceof HTMLElement),
  ]);
}

/** Sets styles of an element; the result undoes it. */
function dress(element: HTMLElement, styles: Readonly<Record<string, string>>): () => void {
  const own = element.style as unknown as Record<string, string>;
  const before = Object.fromEntries(Object.keys(styles).map((name) => [name, own[name] ?? ""]));
  Object.assign(own, styles);
  return () => Object.assign(own, before);
}

/** The scroll positions of all elements around these parts. */
function scrolledAround(parts: readonly HTMLElement[]): ReadonlyMap<Element, number> {
  const scrolled = new Map<Element, number>();
  for (const part of parts) {
    for (let at = part.parentElement; at; at = at.parentElement) scrolled.set(at, at.scrollTop);
  }
  return scrolled;
}
