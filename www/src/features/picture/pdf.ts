// A sheet as one page of PDF: lines stay lines, and texts are texts in fonts that the file has with it.

import arimoBold from "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url";
import arimo from "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url";
import tinosItalic from "@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf?url";
import tinos from "@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf?url";
import { jsPDF } from "jspdf";
import "svg2pdf.js";
import { onWhite } from "./colour";
import { MILLIMETRES } from "./sheet";
import type { Sheet } from "./sheet";

/** As wide as Arial and Times, letter by letter. */
const FONTS = [
  { url: arimo, family: "Arimo", style: "normal" },
  { url: arimoBold, family: "Arimo", style: "bold" },
  { url: tinos, family: "Tinos", style: "normal" },
  { url: tinosItalic, family: "Tinos", style: "italic" },
] as const;

export async function pdfFile({ svg, height, about }: Sheet): Promise<Blob> {
  const page = new jsPDF({
    unit: "mm",
    format: [MILLIMETRES, height],
    orientation: height < MILLIMETRES ? "landscape" : "portrait",
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const { url, family, style } of FONTS) {
    const name = `${family}-${style}.ttf`;
    page.addFileToVFS(name, await contentOf(url));
    page.addFont(name, family, style);
  }
  page.setDocumentProperties({ title: about.title, subject: about.description, keywords: about.provenance });
  await page.svg(printed(svg), { x: 0, y: 0, width: MILLIMETRES, height });
  return page.output("blob");
}

/**
 * What the library draws otherwise than browsers: outlines of letters have long points, so there are none, and what is
 * see-through together is so piece by piece, so such pieces get the colour that they have on white.
 */
function printed(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const outline of copy.querySelectorAll("text[aria-hidden]")) outline.remove();
  for (const group of [...copy.querySelectorAll("g[opacity]")].reverse()) {
    const share = Number(group.getAttribute("opacity"));
    group.removeAttribute("opacity");
    for (const name of ["fill", "stroke"] as const) {
      for (const piece of group.querySelectorAll(`[${name}^="#"]`)) {
        piece.setAttribute(name, onWhite(piece.getAttribute(name)!, share));
      }
    }
  }
  return copy;
}

/** A file of the page in the text that the library takes. */
async function contentOf(url: string): Promise<string> {
  const response = await fetch(new URL(url, document.baseURI));
  if (!response.ok)
    throw new Error(`A font of the page could not be fetched (${response.status}). Try again.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
