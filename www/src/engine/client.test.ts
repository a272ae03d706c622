import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Message, Response } from "./calls";
import { PING } from "./calls";
import { EngineCrash, WorkerClient } from "./client";

/** A worker with answers under the control of the test. */
class FakeWorker extends EventTarget {
  readonly received: Message[] = [];
  alive = true;
  terminated = false;

  postMessage(message: Message): void {
    this.received.push(message);
    if (message === PING && this.alive) this.respond({ type: "alive" });
  }

  respond(data: Response): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate(): void {
    this.terminated = true;
  }
}

let worker: FakeWorker;
let client: WorkerClient;
const events = { progress: vi.fn(), crash: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  worker = new FakeWorker();
  client = new WorkerClient(worker as unknown as Worker, events);
});
afterEach(() => vi.useRealTimers());

it("detects a worker that dies silently, and rejects its pending calls", async () => {
  worker.alive = false;
  const answer = client.call("train", [1]);
  const failed = expect(answer).rejects.toThrow(EngineCrash);
  await vi.advanceTimersByTimeAsync(120_000);
  await failed;
  expect(events.crash).toHaveBeenCalledOnce();
  expect(events.crash.mock.calls[0]?.[0]).toContain("has not answered");
  expect(worker.terminated).toBe(true);
});

it("sets no time limit for a responsive worker", async () => {
  void client.call("train", [1]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(events.crash).not.toHaveBeenCalled();
});

it("allows a blocked worker more time to read a file than to train", async () => {
  worker.alive = false;
  void client.call("load", [[], {}, null]).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(events.crash).not.toHaveBeenCalled();
});

it("sends nothing to an idle worker", async () => {
  const answer = client.call("train", [1]);
  worker.respond({ type: "answer", id: 1, value: null });
  await answer;
  await vi.advanceTimersByTimeAsync(5000);
  const count = worker.received.length;
  worker.alive = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(worker.received.length).toBe(count);
  expect(events.crash).not.toHaveBeenCalled();
});
