import type { JSX } from "preact";
import { cloudIn } from "../../domain/graph/subject";
import { addressWith, isLinked, writeLink } from "../../services/link/address";
import { useAct, useApp } from "../context";
import type { App } from "../context";
import { messageOf, sentence } from "../../domain/text/format";
import { linkedOf } from "../../store/linked";
import type { Notice } from "../../store/state";
import { MenuItem } from "./MenuItem";

/** Copies the link of the current page; nothing where the page has no address. */
export function CopyLink(): JSX.Element | null {
  const app = useApp();
  const act = useAct();
  if (!app.addressed) return null;
  return (
    <MenuItem
      title="Copy link"
      text="the current page"
      onChoose={() => void copyLink(app).then((notice) => act({ type: "notify", notice }))}
    />
  );
}

/** Returns the notice about the result. */
async function copyLink({ store }: App): Promise<Omit<Notice, "id">> {
  const state = store.state.peek();
  const { subject } = state.document;
  try {
    const address = addressWith(location, writeLink(linkedOf(state)));
    await navigator.clipboard.writeText(new URL(address, location.href).href);
  } catch (error) {
    const detail = `${sentence(messageOf(error))} The address of the page is the same link.`;
    return { kind: "error", title: "Could not copy the link", detail };
  }
  if (!isLinked(subject)) {
    const [what, them] = cloudIn(subject) ? ["points", "them"] : ["graph", "it"];
    const detail = `A link cannot contain the ${what} because of the size. Save ${them} as a file.`;
    return { kind: "info", title: `Link copied without the ${what}`, detail };
  }
  return { kind: "info", title: "Link copied", detail: "It opens the page in its current state." };
}
