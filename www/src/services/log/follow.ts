// Reads the epochs of the run log in use, those that are logged later included.

import { messageOf, sentence } from "../../domain/text/format";
import { EngineCrash } from "../../engine/client";
import type { DataSource, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { Session } from "../engine/session";
import type { Predict } from "../run/predict";
import { logOf } from "./runLog";
import type { RunLog } from "./runLog";

/** Interval in milliseconds of the requests if the server reports no growth. */
const ASK_EVERY = 5000;

/** The run log in use. */
interface FollowedLog {
  readonly source: DataSource;
  readonly run: number;
}

function followedLog({ data, run, engine }: State): FollowedLog | null {
  if (!data || !run?.held || !run.summary.logged || engine.status !== "ready") return null;
  return { source: data.source, run: run.id };
}

/** Follows the run log in use; returns a function that stops it. */
export function followLog(store: Store, session: Session, predict: Predict, pageUrl: string): () => void {
  let end: (() => void) | null = null;
  const unwatch = store.watch(
    (state) => followedLog(state)?.run,
    () => {
      end?.();
      const now = followedLog(store.state.peek());
      end = now && read(now);
    },
  );

  /** Reads the epochs after those of the run, now and after each growth. */
  function read({ source, run }: FollowedLog): () => void {
    const ended = new AbortController();
    const isInUse = (): boolean => !ended.signal.aborted && followedLog(store.state.peek())?.run === run;
    let from = 0;
    let grows = Promise.resolve();
    const opened = logOf(source, pageUrl);
    const grow = (): void => {
      grows = grows.then(async () => {
        const log = await opened;
        if (log && isInUse()) from = await add(log, from, isInUse);
      });
      grows = grows.catch((error: unknown) => {
        if (isInUse() && !(error instanceof EngineCrash)) refuse(error);
      });
    };
    grow();
    const { signal } = ended;
    if (source.type === "server")
      watchServer(new URL("events", new URL(source.file.url, pageUrl)), grow, signal);
    else if (source.type === "files") source.growth?.addEventListener("grown", grow, { signal });
    return () => ended.abort();
  }

  async function add(log: RunLog, from: number, isInUse: () => boolean): Promise<number> {
    const { run } = store.state.peek();
    const last = run?.epochs.at(-1)?.epoch ?? run?.summary.epochsDone ?? 0;
    const portions = log.after(last, from);
    for (;;) {
      const next = await portions.next();
      if (next.done) return next.value;
      if (!isInUse()) return from;
      const grown = await session.ask((client) =>
        isInUse() ? client.call("growLog", [next.value]) : Promise.resolve(null),
      );
      if (!grown || !isInUse()) return from;
      store.dispatch({ type: "log-grown", grown, source: "engine" });
      if (grown.problem !== null) throw new Error(grown.problem);
      void predict.all();
    }
  }

  function refuse(error: unknown): void {
    const detail = `${sentence(messageOf(error))} The epochs before it stay in view.`;
    const notice = { kind: "error", title: "The run log ends early", detail } as const;
    store.dispatch({ type: "notify", notice, source: "engine" });
  }

  return () => {
    unwatch();
    end?.();
  };
}

/** Calls `grown` after each event of the server, and regularly while the server sends none. */
function watchServer(events: URL, grown: () => void, signal: AbortSignal): void {
  const source = new EventSource(events);
  source.addEventListener("message", grown);
  // The server limits the number of connections; after a rejection, the browser does not try again.
  const timer = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) grown();
  }, ASK_EVERY);
  signal.addEventListener("abort", () => {
    source.close();
    clearInterval(timer);
  });
}
