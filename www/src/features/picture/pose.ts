/** Wider than this, texts of the page would be too small in print: what is drawn is drawn anew, narrower. */
const WIDEST = 480;
/** Until everything has been drawn in its new size. */
const SETTLING_MS = 300;

/** Does something while a part of the page is in the light theme, and no wider than its picture may be. */
export async function posed<T>(parts: readonly HTMLElement[], work: () => T): Promise<T> {
  const root = document.documentElement;
  const theme = root.dataset["theme"] ?? "light";
  const wide = parts.filter((part) => part.getBoundingClientRect().width > WIDEST);
  const before = wide.map((part) => part.style.cssText);
  const show = (name: string): void => {
    root.dataset["theme"] = name;
    dispatchEvent(new CustomEvent("sublevel:theme", { detail: name }));
  };
  try {
    if (theme !== "light") show("light");
    for (const part of wide) {
      const { height } = part.getBoundingClientRect();
      Object.assign(part.style, {
        width: `${WIDEST}px`,
        height: `${height}px`,
        minWidth: "0",
        maxWidth: `${WIDEST}px`,
        flex: "none",
      });
    }
    if (theme !== "light" || wide.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return work();
  } finally {
    for (const [i, part] of wide.entries()) part.style.cssText = before[i]!;
    if (theme !== "light") show(theme);
  }
}
