// Values that this browser stores. If storage is forbidden, they last as long as the page.

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Lost with the page.
  }
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the values whose keys match. */
export function forgetStored(goes: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage).filter(goes)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: there is nothing to remove.
  }
}
