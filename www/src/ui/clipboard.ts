/** Copies a text. Throws with the reason if the browser does not allow it. */
export async function writeClipboard(text: string): Promise<void> {
  // Pages over plain HTTP have none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) throw new Error("This browser allows no access to the clipboard here");
  await clipboard.writeText(text);
}
