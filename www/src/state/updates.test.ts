import { describe, expect, it } from "vitest";
import type { TrainingReport } from "../protocol";
import { emptyState, runSummary, shownPair } from "./testing";
import { UNKNOWN } from "./state";
import type { State } from "./state";
import {
  withCrash,
  withDraft,
  withHighlight,
  withNotice,
  withoutNotice,
  withPhase,
  withPredictions,
  withReport,
  withRun,
  withShown,
  withThreshold,
} from "./updates";
import type { Update } from "./updates";

const after = (...updates: Update[]): State => updates.reduce((state, update) => update(state), emptyState());

const report = (change: Partial<TrainingReport> = {}): TrainingReport => ({
  steps: [{ step: 1, epoch: 1, loss: 0.7, accuracy: 0.5, learningRate: 0.01 }],
  epochs: [],
  finished: false,
  stopped: null,
  ...change,
});

describe("a run", () => {
  it("collects the steps and epochs of every report", () => {
    const epoch = { epoch: 1, trainLoss: 0.6, trainAccuracy: 0.7, testAccuracy: 0.6 };
    const { run } = after(
      withRun(runSummary()),
      withReport(report(), 100),
      withReport(report({ epochs: [epoch] }), 100),
    );
    expect(run?.steps).toHaveLength(2);
    expect(run?.epochs).toEqual([epoch]);
    expect(run?.stepsPerSecond).toBeCloseTo(10);
  });

  it("ends when the epochs are done, and stays ended", () => {
    const { run } = after(
      withRun(runSummary()),
      withPhase("running"),
      withReport(report({ finished: true }), 100),
      withPhase("running"),
    );
    expect(run?.phase).toBe("finished");
  });

  it("stops with a reason when the engine says so", () => {
    const { run } = after(
      withRun(runSummary()),
      withReport(report({ stopped: "The loss is not a number." }), 100),
    );
    expect(run).toMatchObject({ phase: "stopped", stopped: "The loss is not a number." });
  });

  it("keeps its curves when the engine dies", () => {
    const state = after(
      withRun(runSummary()),
      withPhase("running"),
      withReport(report(), 100),
      withCrash("Out of memory."),
    );
    expect(state.engine).toEqual({ status: "crashed", message: "Out of memory." });
    expect(state.run).toMatchObject({ phase: "paused", steps: [{ step: 1 }] });
  });
});

describe("settings for the next run", () => {
  it("wait until they are used, and are no change where they equal the run's", () => {
    const changed = after(withRun(runSummary()), withDraft({ seed: 7, epochs: 20 }));
    expect(changed.draft).toEqual({ seed: 7, epochs: 20 });
    expect(withDraft({ seed: 0 })(changed).draft).toEqual({ epochs: 20 });
    expect(withRun(runSummary())(changed).draft).toEqual({});
  });
});

describe("predictions", () => {
  it("arrive in portions and are unknown elsewhere", () => {
    const { run } = after(withRun(runSummary()), withPredictions(2, Uint32Array.of(1, 0), 5, 5));
    expect(run?.predictions?.classes).toEqual(Uint32Array.of(UNKNOWN, UNKNOWN, 1, 0, UNKNOWN));
  });

  it("never write past the last graph", () => {
    const { run } = after(withRun(runSummary()), withPredictions(4, Uint32Array.of(1, 1, 1), 5, 5));
    expect(run?.predictions?.classes).toEqual(Uint32Array.of(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 1));
  });
});

describe("the graph in view", () => {
  const pointed: Update[] = [withThreshold(0.5), withHighlight({ type: "vertex", vertex: 1 })];

  it("keeps threshold and highlight while only its filter moves", () => {
    const state = after(...pointed);
    const filter = Float32Array.of(0.1, 0.2);
    const { view } = withShown({ ...state.view.shown, filtration: { filter, bars: [] } })(state);
    expect(view).toMatchObject({
      threshold: 0.5,
      highlight: { vertex: 1 },
      shown: { filtration: { filter } },
    });
  });

  it("forgets them with another graph", () => {
    const { view } = after(...pointed, withShown(shownPair()));
    expect(view).toMatchObject({ threshold: null, highlight: null });
  });
});

describe("notices", () => {
  const bad = { kind: "error", title: "a.zip was not loaded", detail: "It is not a zip." } as const;

  it("appear once however often the same thing happens, and go when dismissed", () => {
    const state = after(withNotice(bad), withNotice(bad));
    expect(state.notices).toHaveLength(1);
    expect(withoutNotice(state.notices[0]!.id)(state).notices).toEqual([]);
  });

  it("never pile up", () => {
    const many = Array.from({ length: 9 }, (_, i) => withNotice({ ...bad, title: `${i}.zip` }));
    expect(after(...many).notices.map(({ title }) => title)).toEqual(["6.zip", "7.zip", "8.zip"]);
  });
});
