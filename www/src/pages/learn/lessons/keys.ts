// The keys of a clicker, and brackets for users without one.

interface Ways {
  forward(): void;
  backward(): void;
}

export type CardKey = keyof Ways;

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

export function cardKeyOf({ key, ctrlKey, metaKey, altKey }: Keys): CardKey | null {
  // German and French keyboards have brackets on AltGr, which is Ctrl with Alt in Windows and Alt in macOS.
  const types = !metaKey && (altKey || !ctrlKey);
  if (types && (key === "[" || key === "]")) return key === "]" ? "forward" : "backward";
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "PageDown") return "forward";
  return key === "PageUp" ? "backward" : null;
}

/** Navigates between the cards; text fields keep their keys. */
export function listenToCardKeys(card: HTMLElement | null, ways: Ways): () => void {
  const keyDown = (event: KeyboardEvent): void => {
    const way = cardKeyOf(event);
    const { target } = event;
    if (!way || event.defaultPrevented || !isOfPage(card, target)) return;
    event.preventDefault();
    ways[way]();
  };
  document.addEventListener("keydown", keyDown);
  return () => document.removeEventListener("keydown", keyDown);
}

const TYPED_IN =
  "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]";

function isOfPage(card: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return true;
  const page = card?.closest("main")?.parentElement ?? null;
  return !target.closest(TYPED_IN) && (page?.contains(target) ?? true);
}
