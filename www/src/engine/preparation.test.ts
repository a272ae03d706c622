import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { trainingModule } from "./preparation";

const READY = { state: "ready", module: "training/ab/training.js", bytes: 7_000_000 };
const building = (done: number) => ({
  state: "building",
  done,
  of: 310,
  seconds: done / 2,
  crate: "burn-tensor",
});
const FAILED = { state: "failed", message: "error: linker not found", command: "cargo run --release" };

const events = { building: vi.fn(), failed: vi.fn() };
const json = (value: unknown): Response => new Response(JSON.stringify(value));

/** Answers these, one after the other. */
function server(...answers: (() => Response)[]): typeof fetch {
  return vi.fn(() => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    try {
      return Promise.resolve(next());
    } catch (error) {
      return Promise.reject(error as Error);
    }
  });
}

const ask = (fetchFile: typeof fetch, signal = new AbortController().signal) =>
  trainingModule("http://page.test/sub/", events, signal, fetchFile);

describe("the training module", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
  });
  afterEach(() => vi.useRealTimers());

  it("has the address that the server reports", async () => {
    const fetchFile = server(() => json(READY));
    await expect(ask(fetchFile)).resolves.toEqual({ module: READY.module, bytes: READY.bytes });
    expect(String(vi.mocked(fetchFile).mock.calls[0]?.[0])).toBe("http://page.test/sub/training.json");
  });

  it("is polled every second during its build", async () => {
    const place = ask(
      server(
        () => json(building(1)),
        () => json(building(132)),
        () => json(READY),
      ),
    );
    await vi.advanceTimersByTimeAsync(1500);
    expect(events.building).toHaveBeenCalledTimes(2);
    expect(events.building).toHaveBeenLastCalledWith({
      done: 132,
      of: 310,
      seconds: 66,
      crate: "burn-tensor",
    });
    await vi.advanceTimersByTimeAsync(1000);
    await expect(place).resolves.toMatchObject({ module: READY.module });
  });

  it("can be built again after a reported failure", async () => {
    const place = ask(
      server(
        () => json(FAILED),
        () => json(READY),
      ),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(events.failed).toHaveBeenCalledWith(FAILED.message, FAILED.command);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(place).resolves.toMatchObject({ module: READY.module });
  });

  it("is missing if the server has no record of it", async () => {
    await expect(ask(server(() => new Response("", { status: 404 })))).rejects.toThrow("no training engine");
  });

  it("has a timeout for a server that restarts or sends invalid answers", async () => {
    const answers = [
      () => {
        throw new TypeError("Failed to fetch");
      },
      () => json({ state: "ready", module: 3 }),
      () => new Response("<!doctype html>"),
      () => json(READY),
    ];
    const place = ask(server(...answers));
    await vi.advanceTimersByTimeAsync(5000);
    await expect(place).resolves.toMatchObject({ module: READY.module });

    const never = expect(ask(server(answers[0]!))).rejects.toThrow("does not answer");
    await vi.advanceTimersByTimeAsync(60_000);
    await never;
  });

  it("is not polled after an abort", async () => {
    const abort = new AbortController();
    const fetchFile = server(() => json(building(1)));
    const place = expect(ask(fetchFile, abort.signal)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    abort.abort();
    await place;
    await vi.advanceTimersByTimeAsync(5000);
    expect(fetchFile).toHaveBeenCalledTimes(1);
  });
});
