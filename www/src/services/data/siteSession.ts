// The session of a site: a data set with a run that was trained on it.

import { areSame, DEFAULTS } from "../../domain/settings/settings";
import type { Settings } from "../../domain/settings/settings";
import { messageOf } from "../../domain/text/format";
import type { DataContent, Loaded } from "../../engine/calls";
import type { Client } from "../../engine/client";
import type { Trained } from "../../store/actions";
import type { Linked } from "../../store/linked";
import type { ServerFile } from "../../store/state";
import { unpackSession } from "../export/sessionFile";
import type { SessionFile } from "../export/sessionFile";
import { readLink } from "../link/address";
import { fetched } from "./download";

/** What the run of a session changes in the answer of the engine. */
export interface Given extends Pick<Loaded, "run" | "rows" | "shown"> {
  readonly trained: Trained;
}

export class SiteSession {
  readonly #file: SessionFile;
  readonly #linked: Linked;

  constructor(file: SessionFile) {
    this.#file = file;
    this.#linked = readLink(file.link).linked;
  }

  /** The graph of the data set that was in view; null: another graph was. */
  get graph(): number | null {
    const { subject } = this.#linked;
    return subject.type === "graph" ? subject.index : null;
  }

  /** The content from which the engine creates the data set. */
  content(): DataContent {
    const { data } = this.#file;
    switch (data.type) {
      case "generator":
        return { generator: data.id, seed: data.seed };
      case "files":
        return data.files;
      case "server":
        throw new Error(`The session does not contain its data set, ${data.name}.`);
    }
  }

  /** Whether the run has these settings: a link to a run that was trained from here shows that run, not this one. */
  hasSettings(settings: Partial<Settings>): boolean {
    const own = { ...DEFAULTS, ...this.#linked.settings };
    return areSame({ ...own, ...settings }, own);
  }

  /** Continues the run in place of the new one of the loaded data set. Throws if the engine refuses it. */
  async continued(client: Client, { shown }: Loaded): Promise<Given> {
    const { checkpoint, weights, history } = this.#file;
    const { summary, snapshots } = await client.call("continueRun", [checkpoint, weights]);
    const rows = await client.call("rows", []);
    const seen = shown && (await client.call("inspect", [shown.index, { epoch: null, filter: 0 }]));
    return {
      run: summary,
      rows,
      shown: shown && seen && { ...seen, index: shown.index },
      trained: { history, snapshots: [...snapshots] },
    };
  }
}

/** Fetches a session of the server. */
export async function sessionAt(
  file: ServerFile,
  pageUrl: string,
  signal: AbortSignal,
): Promise<SiteSession> {
  const bytes = await fetched(new URL(file.url, pageUrl), signal);
  try {
    return new SiteSession(unpackSession(bytes));
  } catch (error) {
    throw new Error(`The file on this server is damaged. ${messageOf(error)}`);
  }
}
