import type { JSX } from "preact";
import { PictureIcon } from "../icons";
import { Popover } from "../Popover";
import { useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import type { App } from "../context";
import { messageOf } from "../../domain/text/format";
import type { Format } from "./save";
import "./picture.css";

/** Saves a picture of the panel around it; `name` describes the picture. */
export function SavePicture({ name }: { readonly name: string }): JSX.Element {
  return (
    <Popover
      label={`Save a picture: ${name}`}
      button={<PictureIcon />}
      buttonClass="button icon-button small picture-button"
      onDemand
    >
      <PictureMenu name={name} />
    </Popover>
  );
}

const FORMATS: readonly { readonly format: Format; readonly title: string; readonly text: string }[] = [
  { format: "svg", title: "SVG", text: "to edit further" },
  { format: "png", title: "PNG", text: "600 dots an inch" },
  { format: "pdf", title: "PDF", text: "lines and texts, fonts inside" },
  { format: "tex", title: "TikZ", text: "for LaTeX, in its fonts" },
];

/** Saves a picture of these parts of the page, or reports why it cannot. */
export async function savePictureOf(
  app: App,
  name: string,
  parts: readonly HTMLElement[],
  format: Format,
): Promise<void> {
  try {
    await (await import("./save")).savePicture(app, name, parts, format);
  } catch (error) {
    const notice = { kind: "error", title: "The picture was not saved", detail: messageOf(error) } as const;
    app.store.dispatch({ type: "notify", notice, source: "ui" });
  }
}

/** The file formats of a picture of the panel around it: of its parts with `data-picture`. */
export function PictureMenu({ name }: { readonly name: string }): JSX.Element {
  const app = useApp();
  const menu = useRef<HTMLUListElement>(null);
  const [saving, setSaving] = useState(false);
  const save = async (format: Format): Promise<void> => {
    const panel = menu.current?.closest("section, [data-pictured]");
    menu.current?.closest<HTMLElement>("[popover]")?.hidePopover();
    const parts = [...(panel?.querySelectorAll<HTMLElement>("[data-picture]") ?? [])].filter(
      (part) => part.getBoundingClientRect().width > 0 && !part.parentElement?.closest("[data-picture]"),
    );
    if (parts.length === 0) {
      const detail = "Tables are saved as files of data, not as pictures.";
      const notice = { kind: "info", title: "There is no picture here now", detail } as const;
      app.store.dispatch({ type: "notify", notice, source: "ui" });
      return;
    }
    setSaving(true);
    await savePictureOf(app, name, parts, format);
    setSaving(false);
  };
  return (
    <>
      <h2 class="popover-title">Save picture</h2>
      <p class="popover-text">90 mm wide, as a column of a journal, on white.</p>
      <ul class="picture-menu" ref={menu} aria-label={`Save a picture: ${name}`}>
        {FORMATS.map(({ format, title, text }) => (
          <li key={format}>
            <button type="button" class="button" disabled={saving} onClick={() => void save(format)}>
              {title} <span class="picture-aside">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
