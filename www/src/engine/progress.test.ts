import { expect, it } from "vitest";
import { progressOf } from "./progress";

async function reports(size: number, chunks: readonly number[]): Promise<number[]> {
  const fractions: number[] = [];
  const progress = progressOf(size, (fraction) => fractions.push(fraction));
  const writer = progress.writable.getWriter();
  const written = Promise.all(chunks.map((bytes) => writer.write(new Uint8Array(bytes)))).then(() =>
    writer.close(),
  );
  const arrived = new Uint8Array(await new Response(progress.readable).arrayBuffer());
  await written;
  expect(arrived.byteLength).toBe(chunks.reduce((a, b) => a + b, 0));
  return fractions;
}

it("reports the share that has arrived and lets every byte through", async () => {
  expect(await reports(200, [50, 50, 100])).toEqual([0.25, 0.5, 1]);
});

it("reports at most once per percent", async () => {
  const fractions = await reports(10_000, new Array<number>(1000).fill(10));
  expect(fractions).toHaveLength(100);
  expect(fractions.at(-1)).toBe(1);
});

it("never exceeds 1 if the size is wrong", async () => {
  expect(await reports(10, [20, 20])).toEqual([1, 1]);
});
