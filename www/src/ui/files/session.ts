// Saves the contents of the page as one file, and opens such a file.

import { isLinked, readLink, writeLink } from "../../services/link/address";
import type { App } from "../context";
import { messageOf } from "../../domain/text/format";
import { fetched, MAX_FILE_BYTES } from "../../services/data/download";
import { sourceNamed } from "../../services/data/load";
import { packSession, unpackSession } from "../../services/export/sessionFile";
import type { SessionData } from "../../services/export/sessionFile";
import { historyOf } from "../../store/runHistory";
import { linkedOf, UNLINKED } from "../../store/linked";
import type { DataSource, State } from "../../store/state";
import { saveFile, SESSION } from "./disk";

/** Data, run and view as a file. */
interface PackedSession {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The name of the data set, for file names. */
  readonly name: string;
  readonly epochs: number;
  readonly link: string;
}

/**
 * Data, run and view. `whole`: also with a data set that this server offers, for another server.
 *
 * Throws if the run changes before all of them are known.
 */
export async function packedSession(
  { store, services }: Pick<App, "store" | "services">,
  whole = false,
): Promise<PackedSession> {
  const before = store.state.peek();
  if (!before.run || !before.data) throw new Error("There is no run yet.");
  const { summary, checkpoint, weights } = await services.session.call("keepRun", -1);
  const state = store.state.peek();
  const { run, data } = state;
  if (!data || run?.id !== before.run.id || run.stepsDone !== summary.stepsDone) {
    throw new Error("The run continued during the save. Pause it, or save the session again.");
  }
  const { subject, values } = state.document;
  const own = subject.type === "own" ? { graph: subject.graph, values } : null;
  if (whole && !isLinked(subject))
    throw new Error("The graph in view is too large for an address. Show a graph of the data set first.");
  const linked = linkedOf(state);
  // In a session file, the graph is beside the link.
  const isBeside = own !== null && !whole;
  const link = writeLink(isBeside ? { ...linked, subject: UNLINKED.subject, values: null } : linked);
  const content = { checkpoint, weights, history: historyOf(run), own, link };
  return {
    bytes: packSession({ ...content, data: await dataOf(data.source, whole) }),
    name: data.summary.name.replaceAll(/[^\w.-]+/g, "-"),
    epochs: summary.epochsDone,
    link,
  };
}

/** Offers data, run and view as a file. */
export async function saveSession(app: App): Promise<void> {
  const { bytes, name, epochs } = await packedSession(app);
  saveFile(`${name}-epoch-${epochs}${SESSION}`, new Blob([bytes], { type: "application/zip" }));
}

async function dataOf(source: DataSource, whole: boolean): Promise<SessionData> {
  switch (source.type) {
    case "generator":
      return source;
    case "server": {
      const { name, url, session } = source.file;
      // The data set of a session is inside it, and the server does not offer it alone.
      if (session) return unpackSession(await fetchBesidePage(url)).data;
      return whole
        ? { type: "files", name, files: [{ path: name, bytes: await fetchBesidePage(url) }] }
        : { type: "server", name };
    }
    case "files": {
      const files = source.files.map(async ({ path, blob }) => ({
        path,
        bytes: new Uint8Array(await blob.arrayBuffer()),
      }));
      return { type: "files", name: source.name, files: await Promise.all(files) };
    }
  }
}

/** A file beside the page. */
export const fetchBesidePage = (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  fetched(new URL(path, document.baseURI));

/** Opens data, run and view of a file; on failure the page shows the reason. */
export async function openSession({ store, services }: App, file: File): Promise<void> {
  try {
    if (file.size > MAX_FILE_BYTES) throw new Error("The page reads files of at most 0.5 GB.");
    const session = unpackSession(new Uint8Array(await file.arrayBuffer()));
    if (!(await services.ready())) return;
    const source = sourceOf(session.data, store.state.peek());
    if (!(await services.savedRuns.adopt(source, session, session.weights, "ui"))) return;
    const { own } = session;
    const linked = {
      ...readLink(session.link).linked,
      ...(own && { subject: { type: "own" as const, graph: own.graph }, values: own.values }),
    };
    const { backend, wanted } = store.state.peek();
    // The run and its data set in use stay on this device.
    store.dispatch({ type: "open-link", linked: { ...linked, backend, dataset: wanted }, source: "ui" });
  } catch (error) {
    const notice = {
      kind: "error",
      title: `${file.name} was not opened`,
      detail: messageOf(error),
    } as const;
    store.dispatch({ type: "notify", notice, source: "ui" });
  }
}

function sourceOf(data: SessionData, state: State): DataSource {
  if (data.type === "generator") return data;
  if (data.type === "files") {
    const files = data.files.map(({ path, bytes }) => ({ path, blob: new Blob([bytes]) }));
    return { ...data, files };
  }
  const source = sourceNamed(state, { name: data.name, seed: 0 });
  if (source) return source;
  // The data set can be open already, from a file.
  if (state.data?.summary.name === data.name) return state.data.source;
  throw new Error(
    `Its run is on ${data.name}, which this server does not offer. Open the data set first, then the session.`,
  );
}
