// Side effects of the state. Every service makes the engine follow the state, and dispatches the results to the store.

import { within } from "../engine/module";
import type { Backend } from "../protocol";
import type { ActionSource } from "../store/actions";
import type { Store } from "../store/store";
import { CrossValidation } from "./run/crossValidation";
import { DeviceChoice } from "./device/choice";
import { followFilterInView } from "./inspection/filterInView";
import { GraphInView } from "./inspection/graphInView";
import { followOtherGraph } from "./inspection/otherGraphInView";
import { followLog } from "./log/follow";
import { AnalysisEngine } from "./inspection/analysisEngine";
import { SavedRuns } from "./storage/savedRuns";
import type { RunStorage } from "./storage/savedRuns";
import { Load } from "./data/load";
import type { Offers } from "./data/load";
import { Predict } from "./run/predict";
import { Session } from "./engine/session";
import type { Surroundings } from "./engine/session";
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
  /** The second engine, which starts with the first question. */
  readonly analysis: AnalysisEngine;
  readonly crossValidation: CrossValidation;
  /** The engine with a data set and a run, both loaded if necessary. */
  ready(): Promise<boolean>;
  /** Restarts the engine; loads the data set in use again, and continues the run from its stored state. */
  restart(backend: Backend, source: ActionSource): Promise<void>;
  close(): void;
}

export function createServices(
  store: Store,
  surroundings: Surroundings,
  offers: Offers,
  storage: RunStorage,
): Services {
  const session = new Session(store, surroundings);
  const graphInView = new GraphInView(store, session);
  const predict = new Predict(store, session);
  const train = new Train(store, session, graphInView, predict, {
    choose: (source) => device.choose(source),
    timed: (run, took) => device.timed(run, took),
    keep: () => savedRuns.now(),
    ended: (run, weights) => analysis.offer(run, weights),
  });
  const load = new Load(
    store,
    session,
    surroundings.pageUrl,
    offers,
    async () => void (await savedRuns.now()),
  );
  const savedRuns: SavedRuns = new SavedRuns(store, session, load, storage);
  const analysis = new AnalysisEngine(store, session, load, savedRuns);
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
  const device = new DeviceChoice(store, session, load, savedRuns, (on, source) =>
    restart("auto", source, on),
  );
  const crossValidation = new CrossValidation(store, session, load, weights);
  const ends = [
    graphInView.follow(),
    followOtherGraph(store, session),
    followFilterInView(store, session),
    followLog(store, session, predict, surroundings.pageUrl),
    train.follow(),
    load.follow(),
    savedRuns.follow(),
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
    analysis,
    crossValidation,
    ready,
    restart,
    close() {
      for (const end of ends) end();
      device.close();
      analysis.close();
      crossValidation.close();
      session.close();
    },
  };
}
