import { expect, it } from "vitest";
import type { Rank } from "./calls";
import { Schedule } from "./schedule";
import type { Job, Sliced } from "./schedule";

const receiveMessages = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The events, in order. */
function watched() {
  const events: string[] = [];
  const schedule = new Schedule<string>(receiveMessages);
  const job = (id: number, rank: Rank, start: Job<string>["start"]): void =>
    schedule.add({
      id,
      rank,
      start,
      answered: (answer) => void events.push(answer),
      failed: (error) => void events.push(`failed: ${String(error)}`),
      dropped: () => void events.push(`${id} dropped`),
    });
  async function* slices(name: string, count: number, ended?: () => void): Sliced<string> {
    try {
      for (let slice = 1; slice < count; slice += 1) {
        events.push(`${name}${slice}`);
        await Promise.resolve();
        yield;
      }
      return name;
    } finally {
      ended?.();
    }
  }
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await receiveMessages();
  };
  return { events, schedule, job, slices, idle };
}

it("runs the most urgent job first, and equally urgent jobs in order of arrival", async () => {
  const { events, job, idle } = watched();
  job(1, 0, () => "started");
  job(2, 3, () => Promise.resolve("later"));
  job(3, 1, () => "soon");
  job(4, 1, () => "then");
  job(5, 0, () => "now");
  await idle();
  expect(events).toEqual(["started", "now", "soon", "then", "later"]);
});

it("yields between slices to more urgent jobs only", async () => {
  const { events, job, slices, idle } = watched();
  job(1, 3, () => slices("long", 4));
  await receiveMessages();
  job(2, 3, () => "as urgent");
  job(3, 1, () => slices("click", 2));
  await idle();
  expect(events).toEqual(["long1", "click1", "click", "long2", "long3", "long", "as urgent"]);
});

it("continues after a failed job", async () => {
  const { events, job, idle } = watched();
  job(1, 1, () => {
    throw new Error("no");
  });
  job(2, 1, () => Promise.reject(new Error("nor this")));
  job(3, 1, () => "yes");
  await idle();
  expect(events).toEqual(["failed: Error: no", "failed: Error: nor this", "yes"]);
});

it("ends dropped jobs, running or waiting, and releases their resources", async () => {
  const { events, schedule, job, slices, idle } = watched();
  let ended = 0;
  job(1, 2, () => slices("long", 9, () => (ended += 1)));
  job(2, 3, () => "never");
  job(3, 0, () => "kept");
  await receiveMessages();
  schedule.drop(({ rank }) => rank === 0);
  await idle();
  expect(events.filter((one) => !one.startsWith("long"))).toEqual(["1 dropped", "2 dropped", "kept"]);
  expect(events).not.toContain("long8");
  expect(ended).toBe(1);
});
