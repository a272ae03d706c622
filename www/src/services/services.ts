// Side effects of the state. Every service makes the engine follow the state, and dispatches the results to the store.

import type { EpochWeights } from "../engine/calls";
import { within } from "../engine/module";
import type { Backend } from "../protocol";
import type { ActionSource } from "../store/actions";
import { isAskedAbout } from "../store/selectors";
import type { State } from "../store/state";
import type { Store } from "../store/store";
import type { CrossValidation } from "./run/crossValidation";
import type { DeviceChoice } from "./device/choice";
import { GraphInView } from "./inspection/graphInView";
import type { AnalysisEngine } from "./inspection/analysisEngine";
import { SavedRuns } from "./storage/savedRuns";
import type { RunStorage } from "./storage/savedRuns";
import { Load } from "./data/load";
import type { Offers } from "./data/load";
import { Predict } from "./run/predict";
import { Session } from "./engine/session";
import type { EngineFactory } from "./engine/session";
import { Train } from "./run/train";
import { Weights } from "./run/weights";

/** Time limit for storing the run before its engine ends. */
const KEEP_MS = 5000;

export interface Services {
  readonly session: Session;
  readonly load: Load;
  readonly train: Train;
  readonly predict: Predict;
  readonly weights: Weights;
  readonly savedRuns: SavedRuns;
  /** The second engine, loaded with the first question. */
  readonly analysis: Pick<AnalysisEngine, "ask" | "about" | "expect">;
  /** Loaded on first use. */
  crossValidation(): Promise<CrossValidation>;
  /** The engine with a data set and a run, both loaded if necessary. */
  ready(): Promise<boolean>;
  /** Restarts the engine; loads the data set in use again, and continues the run from its stored state. */
  restart(backend: Backend, source: ActionSource): Promise<void>;
  close(): void;
}

function hasChoice({ engine }: State): boolean {
  return engine.status === "ready" && engine.device.gpuOffered !== null;
}

export function createServices(
  store: Store,
  surroundings: EngineFactory,
  offers: Offers,
  storage: RunStorage,
): Services {
  const session = new Session(store, surroundings);
  const graphInView = new GraphInView(store, session);
  const predict = new Predict(store, session);
  const train = new Train(store, session, graphInView, predict, {
    choose: (source) =>
      device || !hasChoice(store.state.peek())
        ? (device?.choose(source) ?? null)
        : choosing().then((made) => made?.choose(source) ?? undefined),
    timed: (run, took) => device?.timed(run, took),
    keep: () => savedRuns.now(),
    ended(run, weights) {
      lastEpoch = { run, weights };
      analysisEngine?.offer(run, weights);
    },
  });
  const load = new Load(
    store,
    session,
    surroundings.pageUrl,
    offers,
    async () => void (await savedRuns.now()),
    () =>
      storage.runs.list().then(
        (runs) => runs.length > 0,
        () => false,
      ),
  );
  const savedRuns: SavedRuns = new SavedRuns(store, session, load, storage);
  let analysisEngine: AnalysisEngine | null = null;
  let lastEpoch: { readonly run: number; readonly weights: EpochWeights } | null = null;
  const analysing = async (): Promise<AnalysisEngine> => {
    const lazy = await import("./inspection/analysisEngine");
    if (analysisEngine) return analysisEngine;
    analysisEngine = new lazy.AnalysisEngine(store, session, load, savedRuns);
    if (lastEpoch) analysisEngine.offer(lastEpoch.run, lastEpoch.weights);
    return analysisEngine;
  };
  const ready = async (): Promise<boolean> => {
    const started = await session.wanted();
    await load.settled();
    return started;
  };
  const weights = new Weights(store, session, predict, ready);
  const restart = async (backend: Backend, source: ActionSource, on = backend): Promise<void> => {
    // If a device no longer answers, the last stored state of its run has to suffice.
    await within(KEEP_MS, savedRuns.now());
    const { run } = store.state.peek();
    if ((await session.start(backend, source, on)) && (await load.again()))
      await savedRuns.again(run, source);
  };
  let device: DeviceChoice | null = null;
  let devices: Promise<DeviceChoice | null> | null = null;
  /**
   * The service that chooses between devices, loaded only if there is a choice; null if loading fails: the device in use
   * stays.
   */
  const choosing = (): Promise<DeviceChoice | null> =>
    (devices ??= import("./device/choice").then(
      (lazy) =>
        (device = new lazy.DeviceChoice(store, session, load, savedRuns, (on, source) =>
          restart("auto", source, on),
        )),
      () => (devices = null),
    ));
  let folds: Promise<CrossValidation> | null = null;
  /** Loads a service when the state needs it for the first time; returns a function that stops it. */
  const followOnDemand = (
    isNeeded: (state: State) => boolean,
    follow: () => Promise<() => void>,
  ): (() => void) => {
    let following: Promise<() => void> | null = null;
    const end = store.watch(isNeeded, (needed) => {
      if (needed) following ??= follow();
    });
    return () => {
      end();
      void following?.then((stop) => stop());
    };
  };
  const ends = [
    graphInView.follow(),
    // Few users request predictions for a graph outside the data set, or open a run log.
    followOnDemand(
      ({ document }) => isAskedAbout(document),
      () => import("./inspection/otherGraphInView").then((lazy) => lazy.followOtherGraph(store, session)),
    ),
    followOnDemand(
      ({ run }) => run?.summary.logged != null,
      () =>
        import("./log/follow").then((lazy) => lazy.followLog(store, session, predict, surroundings.pageUrl)),
    ),
    train.follow(),
    load.follow(),
    savedRuns.follow(),
    store.watch(hasChoice, (has) => {
      if (has) void choosing();
    }),
    () => void devices?.then((made) => made?.close()),
    // A link can select another device.
    store.watch(
      ({ backend }) => backend,
      (backend) => {
        if (session.backend !== null && session.backend !== backend) void restart(backend, "link");
      },
    ),
  ];
  return {
    session,
    load,
    train,
    predict,
    weights,
    savedRuns,
    analysis: {
      ask: async (name, args, asking) => (await analysing()).ask(name, args, asking),
      about: async (name, args, asking) => (await analysing()).about(name, args, asking),
      // The next question reports an error.
      expect: () =>
        void analysing().then(
          (engine) => engine.expect(),
          () => undefined,
        ),
    },
    crossValidation: () =>
      (folds ??= import("./run/crossValidation").then(
        (lazy) => new lazy.CrossValidation(store, session, load, weights),
      )),
    ready,
    restart,
    close() {
      for (const end of ends) end();
      analysisEngine?.close();
      void folds?.then((one) => one.close());
      session.close();
    },
  };
}
