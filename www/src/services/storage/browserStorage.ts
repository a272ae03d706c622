// What this browser remembers. Storage may be forbidden; then it lasts as long as the page.

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forgotten with the page.
  }
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the values whose keys are to go. */
export function forgetStored(goes: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage).filter(goes)) localStorage.removeItem(key);
  } catch {
    // There is nothing to remove.
  }
}
