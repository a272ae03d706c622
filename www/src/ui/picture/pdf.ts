// A sheet as one page of PDF: lines stay lines, and texts are texts in embedded fonts.

import { jsPDF } from "jspdf";
import "svg2pdf.js";
import { base64Of, FONTS } from "./fonts";
import type { Sheet } from "./sheet";
import { onWhite } from "./text";

export async function pdfFile({ svg, width, height, about }: Sheet): Promise<Blob> {
  const page = new jsPDF({
    unit: "mm",
    format: [width, height],
    orientation: height < width ? "landscape" : "portrait",
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const font of FONTS) {
    const { family, style, weight } = font;
    const name = `${family}-${style}-${weight}.ttf`;
    page.addFileToVFS(name, await base64Of(font));
    page.addFont(name, family, weight === "bold" ? "bold" : style);
  }
  page.setDocumentProperties({ title: about.title, subject: about.description, keywords: about.provenance });
  await page.svg(printed(svg), { x: 0, y: 0, width, height });
  return page.output("blob");
}

/**
 * Removes two differences between the library and browsers. Outlines of letters have long spikes in the PDF, so they are
 * removed. The opacity of a group applies to each piece separately, so pieces get the opaque colour that they have on white.
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
