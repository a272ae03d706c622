// What the page does beyond its state. Every service makes the engine follow the state, and tells the store what came of it.

import { within } from "../engine/within";
import type { Backend } from "../protocol";
import type { ActionSource } from "../store/actions";
import { isAskedAbout } from "../store/selectors";
import type { State } from "../store/state";
import type { Store } from "../store/store";
import type { CrossValidation } from "./crossValidation";
import type { DeviceChoice } from "./device";
import { Inspect } from "./inspect";
import { Inspector } from "./inspector";
import { Keep } from "./keep";
import type { Keeping } from "./keep";
import { Load } from "./load";
import type { Offers } from "./load";
import { Predict } from "./predict";
import { Session } from "./session";
import type { Surroundings } from "./session";
import { Train } from "./train";
import { Weights } from "./weights";

/** What keeping the run may take before its engine ends. */
const KEEP_MS = 5000;

export interface Services {
  readonly session: Session;
  readonly load: Load;
  readonly train: Train;
  readonly predict: Predict;
  readonly weights: Weights;
  readonly keep: Keep;
  readonly inspector: Inspector;
  /** Fetched when it is first wanted. */
  crossValidation(): Promise<CrossValidation>;
  /** The engine with a data set and a run; fetched and loaded where they were not. */
  ready(): Promise<boolean>;
  /** Starts the engine anew; the data set in use is loaded again, and the run goes on from where it was kept. */
  restart(backend: Backend, source: ActionSource): Promise<void>;
  close(): void;
}

function hasChoice({ engine }: State): boolean {
  return engine.status === "ready" && engine.device.gpuOffered !== null;
}

export function createServices(
  store: Store,
  surroundings: Surroundings,
  offers: Offers,
  keeping: Keeping,
): Services {
  const session = new Session(store, surroundings);
  const inspect = new Inspect(store, session);
  const predict = new Predict(store, session);
  const train = new Train(store, session, inspect, predict, {
    choose: (source) =>
      device || !hasChoice(store.state.peek())
        ? (device?.choose(source) ?? null)
        : choosing().then((made) => made?.choose(source) ?? undefined),
    timed: (run, took) => device?.timed(run, took),
    keep: () => keep.now(),
    ended: (run, weights) => inspector.offer(run, weights),
  });
  const load = new Load(store, session, surroundings.pageUrl, offers, async () => void (await keep.now()));
  const keep: Keep = new Keep(store, session, load, keeping);
  const inspector: Inspector = new Inspector(store, session, load, keep);
  const ready = async (): Promise<boolean> => {
    const started = await session.wanted();
    await load.settled();
    return started;
  };
  const weights = new Weights(store, session, predict, ready);
  const restart = async (backend: Backend, source: ActionSource, on = backend): Promise<void> => {
    // A device that does not answer any more is left with what is kept of its run.
    await within(KEEP_MS, keep.now());
    const { run } = store.state.peek();
    if ((await session.start(backend, source, on)) && (await load.again())) await keep.again(run, source);
  };
  let device: DeviceChoice | null = null;
  let devices: Promise<DeviceChoice | null> | null = null;
  /** What chooses between devices, fetched where there is a choice; null where it cannot be: what is in use stays in use. */
  const choosing = (): Promise<DeviceChoice | null> =>
    (devices ??= import("./device").then(
      (lazy) =>
        (device = new lazy.DeviceChoice(store, session, load, keep, (on, source) =>
          restart("auto", source, on),
        )),
      () => (devices = null),
    ));
  let folds: Promise<CrossValidation> | null = null;
  let other: Promise<() => void> | null = null;
  const ends = [
    inspect.follow(),
    // Few ask the run about a graph that is in no data set: what does it is fetched for them.
    store.watch(
      ({ document }) => isAskedAbout(document),
      (asks) => {
        if (asks) other ??= import("./inspectOther").then((lazy) => lazy.inspectOther(store, session));
      },
    ),
    () => void other?.then((end) => end()),
    train.follow(),
    load.follow(),
    keep.follow(),
    store.watch(hasChoice, (has) => {
      if (has) void choosing();
    }),
    () => void devices?.then((made) => made?.close()),
    // A link may ask for another device.
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
    keep,
    inspector,
    crossValidation: () =>
      (folds ??= import("./crossValidation").then((lazy) => new lazy.CrossValidation(store, session, load))),
    ready,
    restart,
    close() {
      for (const end of ends) end();
      inspector.close();
      void folds?.then((one) => one.close());
      session.close();
    },
  };
}
