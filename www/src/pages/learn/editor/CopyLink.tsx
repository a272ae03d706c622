import type { JSX } from "preact";
import { cloudIn } from "../../../domain/graph/subject";
import { addressWith, isLinked, linkOf } from "../../../services/link/address";
import { embedCode } from "../../../services/link/embedCode";
import { writeClipboard } from "../../../ui/clipboard";
import { useAct, useApp } from "../../../ui/context";
import type { App } from "../../../ui/context";
import { messageOf, sentence } from "../../../domain/text/format";
import type { Notice } from "../../../store/state";
import { MenuItem } from "./MenuItem";

/** Copies the link of the current page, or an iframe with it; nothing where the page has no address. */
export function CopyLink(): JSX.Element | null {
  const app = useApp();
  const act = useAct();
  if (!app.addressed) return null;
  const choose = (what: Copied): void =>
    void copy(app, what).then((notice) => act({ type: "notify", notice }));
  return (
    <>
      <MenuItem title="Copy link" text="the current page" onChoose={() => choose(LINK)} />
      <MenuItem title="Copy embed code" text="for another web page" onChoose={() => choose(EMBED)} />
    </>
  );
}

interface Copied {
  readonly title: string;
  readonly detail: string;
  /** The text for the current page at an address with the link of its state. */
  text(page: Pick<Location, "href" | "pathname" | "search">, link: string): string;
}

const LINK: Copied = {
  title: "Link",
  detail: "It opens the page in its current state.",
  text: (page, link) => new URL(addressWith(page, link), page.href).href,
};
const EMBED: Copied = {
  title: "Embed code",
  detail:
    "Paste it into the HTML of another page. A page that sublevel serve shows may be embedded by the origins of --embed-from.",
  text: embedCode,
};

/** Returns the notice about the result. */
async function copy({ store }: App, { title, detail, text }: Copied): Promise<Omit<Notice, "id">> {
  const state = store.state.peek();
  const { subject } = state.document;
  try {
    await writeClipboard(text(location, linkOf(state)));
  } catch (error) {
    const reason = `${sentence(messageOf(error))} The address of the page is the same link.`;
    return { kind: "error", title: `Could not copy the ${title.toLowerCase()}`, detail: reason };
  }
  if (!isLinked(subject)) {
    const [what, them] = cloudIn(subject) ? ["points", "them"] : ["graph", "it"];
    const size = `A link cannot contain the ${what} because of the size. Save ${them} as a file.`;
    return { kind: "info", title: `${title} copied without the ${what}`, detail: size };
  }
  return { kind: "info", title: `${title} copied`, detail };
}
