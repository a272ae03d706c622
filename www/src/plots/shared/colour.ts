import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import viridis from "./viridis.ts?built";

/** The fixed range of f: colours and axes of different graphs and epochs are comparable. */
export type Domain = readonly [number, number];
export const UNIT: Domain = [0, 1];

/** The smallest and the largest value; the unit range without values. */
export function rangeOf(values: Float32Array): Domain {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : UNIT;
}

/** viridis, in the number of steps for f. */
export const PALETTE = viridis.palette;
export const STEPS = PALETTE.length;

/** The step of a filter value, clamped to the domain. */
export function stepOf(value: number, domain: Domain = UNIT): number {
  const share = (value - domain[0]) / (domain[1] - domain[0]);
  const step = Math.round(share * (STEPS - 1));
  return step > 0 ? Math.min(step, STEPS - 1) : 0;
}

/** Red, green and blue, 0 … 255. */
export type Rgb = readonly [number, number, number];

/** The palette as numbers, for code that writes pixels. */
export const PALETTE_RGB: readonly Rgb[] = PALETTE.map(numbersOf);

/** A colour of a palette, "#rrggbb" or "rgb(r, g, b)", as numbers. */
export function numbersOf(colour: string): Rgb {
  if (!colour.startsWith("#")) {
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
    return [red, green, blue];
  }
  const bits = Number.parseInt(colour.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** The relative luminance of WCAG, from 0 to 1. */
export function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The luminance at which white and black have equal contrast: 4.58 to 1. */
const MIDDLE = 0.179;

/** A readable text colour on a background. */
export const inkOn = (rgb: Rgb): string => (luminanceOf(rgb) < MIDDLE ? "#ffffff" : "#000000");

/** Any CSS colour as numbers. */
export function rgbOf(colour: string): Rgb {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!];
}

/** viridis as a CSS gradient, low values first. */
export const VIRIDIS_GRADIENT = `linear-gradient(to right, ${viridis.stops.join(", ")})`;

const CUTS = 16;

/** The part of the gradient from the least to the greatest value of `domain`; `colours`: the values of its ends. */
export function viridisWithin([low, high]: Domain, colours: Domain): string {
  if (low === colours[0] && high === colours[1]) return VIRIDIS_GRADIENT;
  const stops = Array.from({ length: CUTS + 1 }, (_, cut) => {
    const step = stepOf(low + (cut / CUTS) * (high - low), colours);
    return `rgb(${PALETTE_RGB[step]!.join(", ")})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** The colours for numbers. */
export interface Colours {
  /** The same number of steps as for f, low values first. */
  readonly palette: readonly Rgb[];
  /** A gradient of CSS, low values first. */
  readonly gradient: string;
}

export const VIRIDIS: Colours = { palette: PALETTE_RGB, gradient: VIRIDIS_GRADIENT };

/** The design tokens for canvas code. */
export interface CanvasTheme {
  readonly panel: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly accent: string;
  readonly sub: string;
  readonly super: string;
  /** The outline of vertices: at least 3 : 1 against the panel. */
  readonly outline: string;
  /** The outline of vertices that have not arrived. */
  readonly faintOutline: string;
}

const TOKENS = {
  panel: "--panel",
  ink: "--ink",
  ink2: "--ink-2",
  line: "--line",
  accent: "--accent",
  sub: "--sub",
  super: "--super",
  outline: "--outline",
  faintOutline: "--outline-faint",
} as const;

/** Reads the tokens through `color`, so that any CSS colour notation becomes one that a canvas accepts. */
function readTheme(element: HTMLElement): CanvasTheme {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const theme: Record<string, string> = {};
  for (const [name, token] of Object.entries(TOKENS)) {
    probe.style.color = `var(${token})`;
    theme[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return theme as unknown as CanvasTheme;
}

/** The tokens at an element, updated when the theme changes; null before the first layout. */
export function useTheme(ref: RefObject<HTMLElement>): CanvasTheme | null {
  const [theme, setTheme] = useState<CanvasTheme | null>(null);
  useLayoutEffect(() => {
    const read = (): void => setTheme(readTheme(ref.current!));
    read();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", read);
    addEventListener("sublevel:theme", read);
    return () => {
      dark.removeEventListener("change", read);
      removeEventListener("sublevel:theme", read);
    };
  }, []);
  return theme;
}
