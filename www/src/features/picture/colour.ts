// Colours as old readers of SVG know them.

/** Six hexadecimal digits, and how opaque it is, from 0 to 1; null: nothing is painted. */
export interface Paint {
  readonly colour: string;
  readonly alpha: number;
}

/** A colour of six digits, or a computed one: `rgb(…)`, `rgba(…)` or `color(srgb …)`. */
export function paintOf(computed: string): Paint | null {
  if (/^#[0-9a-f]{6}$/i.test(computed)) return { colour: computed, alpha: 1 };
  const numbers = [...computed.matchAll(/-?\d*\.?\d+(?:e-?\d+)?%?/gi)].map(([text]) =>
    text.endsWith("%") ? Number.parseFloat(text) / 100 : Number(text),
  );
  const named = /^(rgba?|color)\((srgb)?/.exec(computed);
  if (!named || numbers.length < 3) return null;
  const scale = named[1] === "color" ? 255 : 1;
  const alpha = numbers[3] ?? 1;
  if (alpha === 0) return null;
  const digits = numbers.slice(0, 3).map((part) =>
    Math.round(Math.min(Math.max(part * scale, 0), 255))
      .toString(16)
      .padStart(2, "0"),
  );
  return { colour: `#${digits.join("")}`, alpha: Math.round(alpha * 1000) / 1000 };
}

/** The colour, of six digits, that a share of another one has on white. */
export function onWhite(colour: string, share: number): string {
  const digits = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(255 + share * (part - 255))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}
