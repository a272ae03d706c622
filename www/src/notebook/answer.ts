// Executes requests of the kernel one after the other, and reports the view to it.

import type { SublevelApi } from "../app/api";
import { messageOf } from "../domain/text/format";
import { SETTING_NAMES } from "../domain/settings/settings";
import type { Settings } from "../domain/settings/settings";
import { GrowingLog } from "../services/log/growingLog";
import type { FromKernel, Letter } from "./messages";
import { Reporter } from "./reporter";
import type { Send } from "./reporter";

type KernelRequest = Exclude<FromKernel, { readonly type: "taken" }>;

const EMPTY_LOG = {
  kind: "info",
  title: "The run log has no epoch yet",
  detail: "The page shows the run after its first epoch.",
} as const;

function settingsOf(config: Readonly<Record<string, unknown>>): Partial<Settings> {
  const unknown = Object.keys(config).filter((name) => !(SETTING_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no setting ${unknown.join(", ")}. There are ${SETTING_NAMES.join(", ")}.`);
  }
  return config;
}

/** Returns the handler of letters from the kernel. `startEngine` loads the engine; its result is false on failure. */
export function answerKernel(
  api: SublevelApi,
  send: Send,
  startEngine: () => Promise<boolean>,
): (letter: Letter<FromKernel>) => void {
  const reporter = new Reporter(api, send);
  let queue: Promise<void> = Promise.resolve();
  let shown = "";
  /** The run log of the kernel. */
  let log: GrowingLog | null = null;

  /** Throws if the data set in use has no such graph, or the graph no such vertex. */
  function check(graph: number, vertex: number | null): void {
    const rows = api.state().data?.rows ?? [];
    const row = rows[graph];
    if (row && (vertex === null || vertex < row.vertices)) return;
    // The kernel assumes that it is in view.
    shown = "";
    sendSelected();
    throw new Error(
      row
        ? `Graph ${graph} has no vertex ${vertex}: it has ${row.vertices}, counted from 0.`
        : `There is no graph ${graph}: the data set in use has ${rows.length}, counted from 0.`,
    );
  }

  async function show(graph: number, vertex: number | null): Promise<boolean> {
    check(graph, vertex);
    const there = await api.load({ graph });
    if (there) api.dispatch({ type: "view", change: { selection: vertex } });
    return there;
  }

  async function open(
    { name, isLog, graph, vertex }: Extract<KernelRequest, { type: "open" }>,
    [first, second, lines, values]: Letter<FromKernel>["buffers"],
  ): Promise<boolean> {
    if (!first) return false;
    const outdated = api.state().notices.find(({ title }) => title === EMPTY_LOG.title);
    if (outdated) api.dispatch({ type: "dismiss", notice: outdated.id });
    log = isLog && second ? new GrowingLog(name, first, second) : null;
    if (log && lines && values) log.add(lines, values);
    if (!(await api.load({ data: log?.source ?? { name, bytes: first }, graph }))) return false;
    reporter.own();
    if (!log && second && !(await api.loadWeights(second))) return false;
    check(graph, vertex);
    if (vertex !== null) api.dispatch({ type: "view", change: { selection: vertex } });
    return true;
  }

  async function train({ config, request }: Extract<KernelRequest, { type: "train" }>): Promise<boolean> {
    const began = await api.train(config ? settingsOf(config) : undefined);
    if (began) reporter.follow(request);
    return began;
  }

  async function obey(asked: KernelRequest, buffers: Letter<FromKernel>["buffers"]): Promise<boolean> {
    switch (asked.type) {
      case "open":
        return open(asked, buffers);
      case "empty-log":
        // The engine comes from the kernel, which can be busy when it logs the first epoch.
        if (!(await startEngine())) return false;
        api.dispatch({ type: "notify", notice: EMPTY_LOG });
        return true;
      case "epochs": {
        const [lines, values] = buffers;
        if (lines && values) log?.add(lines, values);
        return true;
      }
      case "train":
        return train(asked);
      case "pause":
        api.pause();
        return true;
      case "show":
        return show(asked.graph, asked.vertex);
      case "tell":
        reporter.insist();
        return true;
    }
  }

  async function answer(asked: KernelRequest, buffers: Letter<FromKernel>["buffers"]): Promise<void> {
    const before = api.state().notices.at(-1)?.id;
    let problem: string | null = null;
    try {
      if (!(await obey(asked, buffers))) {
        const notice = api.state().notices.at(-1);
        const reported = notice && notice.id !== before && `${notice.title}: ${notice.detail}`;
        problem = reported || `The page could not execute the request (${asked.type}).`;
      }
    } catch (error) {
      problem = messageOf(error);
    }
    if (problem !== null) send({ type: "refused", problem });
  }

  const sendSelected = (): void => {
    const { document, view, displayed } = api.state();
    if (document.subject.type !== "graph" || displayed !== document.subject) return;
    const { index } = document.subject;
    const now = `${index} ${view.selection}`;
    if (now === shown) return;
    shown = now;
    send({ type: "selected", graph: index, vertex: view.selection });
  };
  api.on("action", sendSelected);

  return ({ content, buffers }) => {
    if (content.type === "taken") reporter.taken(content.id);
    else queue = queue.then(() => answer(content, buffers));
  };
}
