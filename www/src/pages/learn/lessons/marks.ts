// The marks in the texts of lessons: **bold** and *terms*. Everything else is text, never HTML.

export interface Marked {
  readonly mark: "plain" | "bold" | "term";
  readonly text: string;
}

const MARK = /\*\*([^*]+)\*\*|\*([^*]+)\*/g;

export function readMarks(text: string): readonly Marked[] {
  const parts: Marked[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) parts.push({ mark: "plain", text: text.slice(from, match.index) });
    const [whole, bold, term] = match;
    parts.push(bold === undefined ? { mark: "term", text: term! } : { mark: "bold", text: bold });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ mark: "plain", text: text.slice(from) });
  return parts;
}

/** The fault in the marks of a text; null: none. */
export function faultOfMarks(text: string): string | null {
  if (/<[a-z!/?]/i.test(text)) return "HTML is not supported; use **bold** and *term*";
  const open = readMarks(text).some((part) => part.mark === "plain" && part.text.includes("*"));
  return open ? "a mark * or ** is not closed" : null;
}

/** The same text for a finger, which cannot point at something without a tap. */
export function forTouch(text: string): string {
  return text.replace(/\bPoint at\b/g, "Tap").replace(/\bpoint at\b/g, "tap");
}

export function wordCount(text: string): number {
  return text.trim().split(/\s+/).length;
}

/**
 * The same text with non-breaking spaces in t = 2, (2, 3), (1 + d) and |r − d|, and between a mark and the following
 * punctuation.
 */
export function unbroken(text: string): string {
  return text
    .replace(/\*(?=[,.;:)])/g, "*\u2060")
    .replace(/(\S) = (?=\S)/g, "$1\u00a0=\u00a0")
    .replace(/(?<=[(|]\w) ([+−]) (?=\S)/g, "\u00a0$1\u00a0")
    .replace(/(\([^\s()]+,) (?=[^\s()]+\))/g, "$1\u00a0");
}
