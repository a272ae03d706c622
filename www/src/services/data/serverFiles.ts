import type { ServerFile } from "../../store/state";

/** The list of the server's data sets; empty for a static site without the list. */
export async function fetchServerFiles(pageUrl: string): Promise<readonly ServerFile[]> {
  try {
    const response = await fetch(new URL("data/index.json", pageUrl));
    if (!response.ok) return [];
    const list: unknown = await response.json();
    return Array.isArray(list) ? list.filter(isServerFile) : [];
  } catch {
    return [];
  }
}

function isServerFile(value: unknown): value is ServerFile {
  const file = value as Partial<ServerFile> | null;
  return (
    typeof file?.name === "string" &&
    typeof file.url === "string" &&
    typeof file.bytes === "number" &&
    (file.log === undefined || typeof file.log === "boolean")
  );
}
