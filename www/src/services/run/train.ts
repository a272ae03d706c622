// Training is pull-driven: the page requests n steps, and the next ones as soon as it has the answer. It draws while the
// engine computes. A pause is the absence of a request.

import type { EpochWeights, NamedFile, Trained } from "../../engine/calls";
import { fitted, settingsOf } from "../../domain/settings/settings";
import type { Settings } from "../../domain/settings/settings";
import type { ModelKind } from "../../protocol";
import type { ActionSource } from "../../store/actions";
import { keepsRun } from "../../store/reduce";
import {
  isAskedAbout,
  isOver,
  offeredBy,
  waitingSettings,
  wantsPreviousRun,
  withoutTraining,
} from "../../store/selectors";
import type { Data, Run, SourceFile } from "../../store/state";
import type { Store } from "../../store/store";
import type { GraphInView } from "../inspection/graphInView";
import { nextPace } from "./foldWorkers";
import type { Predict } from "./predict";
import type { Timed } from "../device/race";
import type { Session } from "../engine/session";

/** The interface of training to other services. */
interface Others {
  /** Moves a run that has not begun to the faster device; null: nothing to wait for. */
  choose(source: ActionSource): Promise<void> | null;
  /** Called after some steps of a run. */
  timed(run: number, took: Timed): void;
  /** Stores the run in use before another one replaces it. */
  keep(): Promise<unknown>;
  /** Called after an epoch, with its weights. */
  ended(run: number, weights: EpochWeights): void;
}

export class Train {
  readonly #store: Store;
  readonly #session: Session;
  readonly #graphInView: GraphInView;
  readonly #predict: Predict;
  readonly #others: Others;
  #pumping = false;
  #pace = 1;
  /** The run of the current pace. */
  #paced = 0;
  /** A new run with the settings that the user has just changed; null: the run in use has them. */
  #adopting: Promise<void> | null = null;

  constructor(store: Store, session: Session, graphInView: GraphInView, predict: Predict, others: Others) {
    this.#store = store;
    this.#session = session;
    this.#graphInView = graphInView;
    this.#predict = predict;
    this.#others = others;
  }

  /** Trains while the run is in the running phase, and follows the settings; returns a function that stops it. */
  follow(): () => void {
    const ends = [
      this.#store.watch(
        ({ run }) => run?.phase === "running",
        (running) => {
          if (running) void this.#pump();
        },
      ),
      this.#store.watch(
        ({ document, run, engine }) => {
          const settings = JSON.stringify(document.settings);
          return `${settings} ${run?.id} ${run?.stepsDone === 0} ${engine.status}`;
        },
        () => this.#followSettings(),
      ),
      this.#store.watch(wantsPreviousRun, (wanted) => {
        if (wanted) void this.swap("ui");
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * ▶: replaces an example with the first graph, for which the run has a prediction. Waits for a run with settings that were typed just
   * before, and while the run moves to another device.
   */
  async begin(source: ActionSource): Promise<void> {
    if (this.#isRefused()) return;
    const { data } = this.#store.state.peek();
    await this.#adopted();
    const choosing = this.#others.choose(source);
    if (choosing) await choosing;
    await this.#adopted();
    const { run, document, data: now } = this.#store.state.peek();
    if (!run?.held || isOver(run) || now?.source !== data?.source) return;
    if (document.subject.type !== "graph" && !isAskedAbout(document)) {
      this.#store.dispatch({ type: "show", subject: { type: "graph", index: 0 }, source });
    }
    this.#store.dispatch({ type: "train", source });
  }

  /** Starts a new run with the pending settings and with these, and trains it. */
  async start(source: ActionSource, change: Partial<Settings> = {}): Promise<void> {
    if (await this.reset(change, source)) await this.begin(source);
  }

  /** One optimization step, then a pause. */
  async step(source: ActionSource): Promise<void> {
    await this.#adopted();
    const { run, document } = this.#store.state.peek();
    if (!run?.held || this.#pumping || isOver(run) || this.#isRefused()) return;
    if (document.subject.type !== "graph" && !isAskedAbout(document)) {
      this.#store.dispatch({ type: "show", subject: { type: "graph", index: 0 }, source });
    }
    this.#pumping = true;
    try {
      const trained = await this.#ask(run, 1, () => true);
      if (trained) this.#report(trained, trained.milliseconds);
    } catch (error) {
      this.#fail(run, error);
    } finally {
      this.#pumping = false;
    }
  }

  /** Reports the reason if no model can be trained on the data set. */
  #isRefused(): boolean {
    const reason = withoutTraining(this.#store.state.peek());
    if (reason !== null) this.#session.fail("Training is not possible", new Error(reason));
    return reason !== null;
  }

  /** Starts a new run with the pending settings; the current run ends. */
  async reset(change: Partial<Settings>, source: ActionSource): Promise<boolean> {
    this.#store.dispatch({ type: "pause", source });
    await this.#others.keep();
    try {
      return await this.#session.change(async (client) => {
        const { data, run, document } = this.#store.state.peek();
        if (!data) return false;
        const asked = document.settings;
        const settings = this.#settingsFor(data, run, { ...asked, ...change });
        const files = await contentsOf(data.foldFiles?.files ?? []);
        // Explicitly requested values are rejected instead of corrected.
        const summary = await client.call("configure", [
          { ...settings, ...change },
          files,
          keepsRun(this.#store.state.peek()),
        ]);
        // The split depends on the settings, so rows can belong to other parts now.
        const rows = await client.call("rows", []);
        this.#store.dispatch({ type: "run-started", run: summary, rows, asked, source });
        this.#session.note(summary);
        return true;
      });
    } catch (error) {
      this.#session.fail("The settings are invalid", error);
      return false;
    }
  }

  /** Extends the run: also a finished run can train further. */
  async further(epochs: number, source: ActionSource): Promise<boolean> {
    const { run } = this.#store.state.peek();
    if (!run?.held) return false;
    try {
      const longer = await this.#session.call("setEpochs", run.summary.config.epochs + epochs);
      this.#store.dispatch({ type: "run-length", run: longer, source });
      return true;
    } catch (error) {
      this.#session.fail("The run cannot be trained further", error);
      return false;
    }
  }

  /** Restores the previous run in place of this one; a second call swaps back. */
  async swap(source: ActionSource): Promise<void> {
    this.#store.dispatch({ type: "pause", source });
    try {
      await this.#session.change(async (client) => {
        if (!this.#store.state.peek().previousRun) return;
        await client.call("swap", []);
        const rows = await client.call("rows", []);
        this.#store.dispatch({ type: "run-swapped", rows, source });
      });
    } catch (error) {
      this.#session.fail("The run before could not be taken back", error);
    }
  }

  /** Folds from files, for the next run. If they do not match the data set in use, everything stays unchanged. */
  async takeFolds(files: readonly SourceFile[], source: ActionSource): Promise<boolean> {
    try {
      const folds = await this.#session.call("countFolds", await contentsOf(files));
      this.#store.dispatch({ type: "fold-files", foldFiles: { folds, files }, source });
      return true;
    } catch (error) {
      this.#session.fail("The folds were not taken", error);
      return false;
    }
  }

  /** Settings change immediately if this loses nothing; otherwise they wait for the next run. */
  #followSettings(): void {
    const { run, document, engine } = this.#store.state.peek();
    if (!run?.held || engine.status !== "ready" || this.#adopting || run.summary.logged) return;
    // The previous run has its own settings.
    if (wantsPreviousRun(this.#store.state.peek())) return;
    const { learningRate } = document.settings;
    if (learningRate !== undefined && learningRate !== run.summary.config.learningRate) {
      void this.#setLearningRate(learningRate, run.summary.config.learningRate);
    }
    if (waitingSettings(this.#store.state.peek()).length === 0 || run.stepsDone > 0) return;
    this.#adopting = this.reset({}, "engine").then((made) => {
      this.#adopting = null;
      if (made) this.#followSettings();
      else this.#takeBack(run);
    });
  }

  /** Waits until the run in use has the settings of the form. */
  async #adopted(): Promise<void> {
    while (this.#adopting) await this.#adopting;
  }

  async #setLearningRate(rate: number, before: number): Promise<void> {
    try {
      await this.#session.call("setLearningRate", rate);
      this.#store.dispatch({ type: "learning-rate", learningRate: rate, source: "engine" });
    } catch (error) {
      this.#session.fail("The learning rate is invalid", error);
      this.#store.dispatch({ type: "settings", change: { learningRate: before }, source: "engine" });
    }
  }

  /** Restores the settings after a rejection, so that they are not requested again. */
  #takeBack({ summary }: Run): void {
    this.#store.dispatch({ type: "settings", change: settingsOf(summary), source: "engine" });
  }

  /** The settings of a run with changes, restricted to the choices of the data set. */
  #settingsFor(data: Data, run: Run | null, change: Partial<Settings>): Partial<Settings> {
    return run ? fitted({ ...settingsOf(run.summary), ...change }, offeredBy(data)) : change;
  }

  #runningRun(): Run | null {
    const { run } = this.#store.state.peek();
    return run?.phase === "running" ? run : null;
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    let run = this.#runningRun();
    try {
      let asked = run && this.#ask(run, this.#paceOf(run));
      let before = performance.now();
      while (run && asked) {
        const trained = await asked;
        if (!trained) break;
        const { report, milliseconds } = trained;
        this.#pace = nextPace(report.steps.length, milliseconds);
        const now = performance.now();
        const step = report.steps.at(-1)?.step ?? run.stepsDone;
        const ended = report.finished || report.stopped !== null;
        const listed = report.epochs.length > 0 && this.#store.state.peek().graphFilter.wrongOnly;
        // The request for the graph after these steps precedes the request for the next steps, and both precede drawing.
        const goesOn = this.#runningRun()?.id === run.id && !ended;
        this.#graphInView.look(goesOn ? null : step);
        const slow = this.#slow() !== null;
        asked = goesOn && !listed && !slow ? this.#ask(run, this.#pace) : null;
        this.#report(trained, now - before);
        before = now;
        if (goesOn && slow) {
          await this.#wait();
          before = performance.now();
          if (this.#runningRun()?.id === run.id) asked = this.#ask(run, this.#paceOf(run));
          continue;
        }
        // The list of misclassified graphs follows each epoch while it is visible.
        if (goesOn && listed) {
          await this.#predict.all();
          before = performance.now();
          if (this.#runningRun()?.id === run.id) asked = this.#ask(run, this.#pace);
        }
      }
    } catch (error) {
      if (run) this.#fail(run, error);
    } finally {
      this.#pumping = false;
    }
    // ▶ can be pressed while the last answer is pending.
    run = this.#runningRun();
    if (run) void this.#pump();
    else void this.#predict.all();
  }

  /** null if the run was replaced or paused meanwhile. */
  #ask(
    { id }: Run,
    steps: number,
    goesOn = (): boolean => this.#runningRun() !== null,
  ): Promise<Trained | null> {
    return this.#session.ask((client) =>
      this.#store.state.peek().run?.id === id && goesOn()
        ? client.call("train", [steps])
        : Promise.resolve(null),
    );
  }

  /** `milliseconds`: since the previous answer. */
  #report({ report, milliseconds: took, snapshots, weights, rival }: Trained, milliseconds: number): void {
    const { run } = this.#store.state.peek();
    if (run) this.#others.timed(run.id, { steps: report.steps.length, milliseconds: took });
    if (run && weights) this.#others.ended(run.id, weights);
    this.#store.dispatch({
      type: "trained",
      report,
      milliseconds,
      ...(snapshots && { snapshots: [...snapshots] }),
      rival,
      source: "engine",
    });
    if (report.stopped === null) return;
    const notice = { kind: "error", title: "Training stopped", detail: report.stopped } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
  }

  #fail(run: Run, error: unknown): void {
    if (this.#store.state.peek().run?.id !== run.id) return;
    this.#store.dispatch({ type: "pause", source: "engine" });
    this.#session.fail("Training stopped", error);
  }

  /** Requested steps per second, if this is slower than the maximum; null: no limit. */
  #slow(): number | null {
    return this.#store.state.peek().view.pace;
  }

  /** Resolves when the next step is due, or when another request arrives. */
  #wait(): Promise<void> {
    const wanted = this.#slow();
    const due = wanted === null ? 0 : 1000 / wanted;
    return new Promise((resolve) => {
      let end: (() => void) | null = null;
      const go = (): void => {
        clearTimeout(timer);
        // The first call comes before `end` is assigned.
        queueMicrotask(() => end?.());
        resolve();
      };
      const timer = setTimeout(go, due);
      end = this.#store.watch(
        ({ view, run }) => `${view.pace} ${run?.id} ${run?.phase}`,
        (now) => {
          const { run } = this.#store.state.peek();
          if (now !== `${wanted} ${run?.id} running`) go();
        },
      );
    });
  }

  /** Trains another model in parallel, on the same split and with the same seed; null: stops it. */
  async setRival(model: ModelKind | null, source: ActionSource): Promise<boolean> {
    try {
      return await this.#session.change(async (client) => {
        const { run, data } = this.#store.state.peek();
        if (!run || !data || (model !== null && run.stepsDone > 0)) return false;
        const settings = model === null ? null : this.#settingsFor(data, run, { model });
        const rival = await client.call("rival", [settings, await contentsOf(data.foldFiles?.files ?? [])]);
        this.#store.dispatch({ type: "rival", rival, source });
        return true;
      });
    } catch (error) {
      this.#session.fail("The second run did not start", error);
      return false;
    }
  }

  /** A new run begins with one step, because its pace is unknown. */
  #paceOf({ id }: Run): number {
    if (this.#paced !== id || this.#slow() !== null) this.#pace = 1;
    this.#paced = id;
    return this.#pace;
  }
}

export function contentsOf(files: readonly SourceFile[]): Promise<readonly NamedFile[]> {
  return Promise.all(
    files.map(async ({ path, blob }) => ({ path, bytes: new Uint8Array(await blob.arrayBuffer()) })),
  );
}
