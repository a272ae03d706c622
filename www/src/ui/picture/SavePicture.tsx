import type { JSX } from "preact";
import { PictureIcon } from "../icons";
import { Popover } from "../Popover";
import { useRef, useState } from "preact/hooks";
import { useApp, useSlice } from "../context";
import type { App } from "../context";
import { messageOf } from "../../domain/text/format";
import { Switch } from "../Switch";
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
const CAPTION = { format: "txt", title: "Caption", text: "the text in the figure’s files" } as const;

/** What is saved: one view, or all views of the page as a figure of one or two columns of a journal. */
const EXTENTS = [
  { id: "view", title: "This view" },
  { id: "column", title: "All, 90 mm" },
  { id: "page", title: "All, 180 mm" },
] as const;
type Extent = (typeof EXTENTS)[number]["id"];

const DESCRIPTIONS: Readonly<Record<Extent, string>> = {
  view: "90 mm wide, as a column of a journal, on white.",
  column: "A figure for a paper: all views below one another, as panels a, b, c and d, with a caption.",
  page: "A figure for a paper: all views in two columns, as panels a, b, c and d, with a caption.",
};

/** Saves a picture of these parts of the page, or reports why it cannot. */
export async function savePictureOf(
  app: App,
  name: string,
  parts: readonly HTMLElement[],
  format: Format,
): Promise<void> {
  await orNotice(app, async () => (await import("./save")).savePicture(app, name, parts, format));
}

async function orNotice({ store }: App, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const notice = { kind: "error", title: "The picture was not saved", detail: messageOf(error) } as const;
    store.dispatch({ type: "notify", notice, source: "ui" });
  }
}

/** The file formats of a picture of the panel around it: of its parts with `data-picture`. */
export function PictureMenu({ name }: { readonly name: string }): JSX.Element {
  const app = useApp();
  const menu = useRef<HTMLUListElement>(null);
  const [saving, setSaving] = useState(false);
  const [chosen, setChosen] = useState<Extent>("view");
  const hasFigure = useSlice(({ view }) => view.page === "inspect");
  const extent = hasFigure ? chosen : "view";
  const saveFigure = async (page: HTMLElement, format: Format): Promise<void> => {
    const columns = extent === "page" ? 2 : 1;
    await orNotice(app, async () => (await import("./save")).saveFigure(app, page, columns, format));
  };
  const save = async (format: Format): Promise<void> => {
    const panel = menu.current?.closest("section, [data-pictured]");
    const page = menu.current?.closest("main");
    menu.current?.closest<HTMLElement>("[popover]")?.hidePopover();
    if (extent !== "view" && page) {
      setSaving(true);
      await saveFigure(page, format);
      setSaving(false);
      return;
    }
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
      {hasFigure && <Switch legend="What to save" choices={EXTENTS} chosen={extent} onChoose={setChosen} />}
      <p class="popover-text">{DESCRIPTIONS[extent]}</p>
      <ul class="picture-menu" ref={menu} aria-label={`Save a picture: ${name}`}>
        {[...FORMATS, ...(extent === "view" ? [] : [CAPTION])].map(({ format, title, text }) => (
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
