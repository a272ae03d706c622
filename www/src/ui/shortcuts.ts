import type { Store } from "../store/store";

/** Undo and redo by the keys that everybody knows, but for those of a text field, which has its own. */
export function listenToShortcuts(store: Store, root: HTMLElement, whole: boolean): () => void {
  const keyDown = (event: KeyboardEvent): void => {
    const type = shortcutOf(event);
    const { target } = event;
    const own = whole || (target instanceof Node && root.contains(target));
    if (!type || !own || event.defaultPrevented || isTextField(target)) return;
    event.preventDefault();
    store.dispatch({ type, source: "keyboard" });
  };
  document.addEventListener("keydown", keyDown);
  return () => document.removeEventListener("keydown", keyDown);
}

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Ctrl or ⌘ with Z, Shift+Z or Y. */
export function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): "undo" | "redo" | null {
  if (ctrlKey === metaKey || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

const OTHER_INPUTS = ["checkbox", "radio", "range", "button", "submit", "reset", "file", "color", "image"];

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !OTHER_INPUTS.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
