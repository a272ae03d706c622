// The fonts of pictures: as wide as Arial and Times, letter by letter.

import arimoBold from "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url";
import arimo from "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url";
import tinosItalic from "@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf?url";
import tinos from "@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf?url";

interface Font {
  readonly url: string;
  readonly family: string;
  readonly style: "normal" | "italic";
  readonly weight: "normal" | "bold";
}

export const FONTS: readonly Font[] = [
  { url: arimo, family: "Arimo", style: "normal", weight: "normal" },
  { url: arimoBold, family: "Arimo", style: "normal", weight: "bold" },
  { url: tinos, family: "Tinos", style: "normal", weight: "normal" },
  { url: tinosItalic, family: "Tinos", style: "italic", weight: "normal" },
];

/** The file of a font. */
async function fileOf({ url }: Font): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok)
    throw new Error(`A font of the page could not be fetched (${response.status}). Try again.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The file of a font as text. */
export async function base64Of(font: Font): Promise<string> {
  const bytes = await fileOf(font);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** A style sheet that contains the fonts: an image uses no other font of the page. */
export async function styleSheet(): Promise<string> {
  const rules = FONTS.map(async (font) => {
    const { family, style, weight } = font;
    const source = `url(data:font/ttf;base64,${await base64Of(font)})`;
    return `@font-face { font-family: ${family}; font-style: ${style}; font-weight: ${weight}; src: ${source}; }`;
  });
  return (await Promise.all(rules)).join("\n");
}

let loaded: Promise<unknown> | null = null;

/** Makes the fonts available to the page; a later call tries again after a failure. */
export function loadFonts(): Promise<unknown> {
  const load = async (font: Font): Promise<void> => {
    const { family, style, weight } = font;
    document.fonts.add(await new FontFace(family, await fileOf(font), { style, weight }).load());
  };
  loaded ??= Promise.all(FONTS.map(load)).catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}
