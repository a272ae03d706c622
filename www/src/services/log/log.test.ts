import { zipSync } from "fflate";
import { expect, it } from "vitest";
import type { LogPortion } from "../../engine/calls";
import { GrowingLog } from "./growingLog";
import { logOf, linesOf, portionsOf } from "./runLog";
import type { RunLog } from "./runLog";

const encoder = new TextEncoder();

function line(epoch: number, offset: number, bytes: number): string {
  return `${JSON.stringify({ epoch, offset, bytes, crc32: 0 })}\n`;
}

/** A run log whose epoch e has the bytes e, e, e. */
function contents(epochs: number): Record<string, Uint8Array<ArrayBuffer>> {
  const numbers = Array.from({ length: epochs }, (_, i) => i + 1);
  return {
    "run-log.json": encoder.encode('{"run_log": 1}'),
    "graphs.jsonl": encoder.encode('{"n": 1}\n'),
    "epochs.jsonl": encoder.encode(numbers.map((epoch) => line(epoch, 3 * (epoch - 1), 3)).join("")),
    "values.f32": Uint8Array.from(numbers.flatMap((epoch) => [epoch, epoch, epoch])),
  };
}

function inFolder(files: Record<string, Uint8Array<ArrayBuffer>>): { path: string; blob: Blob }[] {
  return Object.entries(files).map(([name, bytes]) => ({ path: `runs/a/${name}`, blob: new Blob([bytes]) }));
}

async function opened(files: readonly { path: string; blob: Blob }[]): Promise<RunLog | null> {
  return logOf({ type: "files", name: "a", files }, "http://localhost/");
}

async function rest(
  log: RunLog,
  last: number,
  from: number,
): Promise<{ portions: LogPortion[]; end: number }> {
  const portions: LogPortion[] = [];
  const reader = log.after(last, from);
  for (;;) {
    const { done, value } = await reader.next();
    if (done) return { portions, end: value };
    portions.push(value);
  }
}

it("reads complete lines only", () => {
  const text = encoder.encode(line(1, 0, 3) + line(2, 3, 3) + '{"epoch": 3, "off');
  const { lines, length } = linesOf(text);
  expect(lines.map(({ epoch }) => epoch)).toEqual([1, 2]);
  expect(length).toBe(text.lastIndexOf(0x0a) + 1);
  expect(linesOf(encoder.encode('{"epoch": 1'))).toEqual({ lines: [], length: 0 });
});

it("passes unreadable lines on, so that the engine names their problem", () => {
  for (const text of [
    "x\n",
    '{"epoch": -1, "offset": 0, "bytes": 3}\n',
    '{"epoch": 1, "offset": 1e99, "bytes": 3}\n',
    "null\n",
  ]) {
    expect(linesOf(encoder.encode(text)).lines).toEqual([
      { text: text.trim(), epoch: Infinity, offset: 0, bytes: 0 },
    ]);
  }
});

it("divides lines into portions of limited size", () => {
  const { lines } = linesOf(encoder.encode([0, 4, 8, 20].map((offset, i) => line(i, offset, 4)).join("")));
  expect(portionsOf(lines, 8).map(({ from, to }) => [from, to])).toEqual([
    [0, 8],
    [8, 12],
    [20, 24],
  ]);
  // A single epoch can be larger.
  expect(portionsOf(lines, 1)).toHaveLength(4);
});

it("reads a run log from files and from zips, with and without a folder", async () => {
  const files = contents(3);
  const folder = inFolder(files);
  const flat = zipSync(files);
  const nested = zipSync(
    {
      "runs/a/x.txt": encoder.encode("x"),
      ...Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`runs/a/${name}`, bytes])),
    },
    { level: 0 },
  );
  for (const source of [
    folder,
    [{ path: "a.zip", blob: new Blob([flat]) }],
    [{ path: "b.ZIP", blob: new Blob([nested]) }],
  ]) {
    const log = (await opened(source))!;
    expect(new TextDecoder().decode(await log.header())).toBe('{"run_log": 1}');
    expect(new TextDecoder().decode(await log.graphs())).toBe('{"n": 1}\n');
    expect((await log.first()).values).toEqual(files["values.f32"]);
    const { portions, end } = await rest(log, 2, 0);
    expect(portions.map(({ lines }) => lines)).toEqual([line(3, 6, 3)]);
    expect(portions[0]!.values).toEqual(Uint8Array.of(3, 3, 3));
    expect((await rest(log, 3, end)).portions).toEqual([]);
  }
});

it("reads the epochs that a run log in memory receives", async () => {
  const files = contents(3);
  const lines = new TextDecoder().decode(files["epochs.jsonl"]).split(/(?<=\n)/);
  const growing = new GrowingLog("a", files["run-log.json"]!, files["graphs.jsonl"]!);
  let grown = 0;
  growing.source.growth!.addEventListener("grown", () => grown++);
  const log = (await logOf(growing.source, "http://localhost/"))!;
  expect((await log.first()).lines).toBe("");
  growing.add(encoder.encode(lines[0]), files["values.f32"]!.slice(0, 3));
  const { portions, end } = await rest(log, 0, 0);
  expect(portions).toEqual([{ lines: lines[0], values: files["values.f32"]!.slice(0, 3) }]);
  growing.add(encoder.encode(lines.slice(1).join("")), files["values.f32"]!.slice(3));
  expect((await rest(log, 1, end)).portions.map((portion) => portion.lines).join("")).toBe(
    lines.slice(1).join(""),
  );
  expect(grown).toBe(2);
});

it("finds no run log in other files", async () => {
  expect(await opened([{ path: "TOY_A.txt", blob: new Blob(["1, 2"]) }])).toBeNull();
  expect(
    await opened([{ path: "a.zip", blob: new Blob([zipSync({ "TOY_A.txt": encoder.encode("1, 2") })]) }]),
  ).toBeNull();
  expect(await opened([{ path: "a.zip", blob: new Blob(["no zip"]) }])).toBeNull();
  expect(await opened([{ path: "a.zip", blob: new Blob([]) }])).toBeNull();
  expect(await logOf({ type: "generator", id: "loops", seed: 0 }, "http://localhost/")).toBeNull();
});

it("names a missing file", async () => {
  const files = inFolder(contents(1)).filter(({ path }) => !path.endsWith(".f32"));
  await expect((await opened(files))!.first()).rejects.toThrow(
    "values.f32: open all files of its folder together",
  );
});

it("rejects a damaged zip without reading beyond it", async () => {
  const zip = zipSync(contents(3));
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  const directory = view.getUint32(end + 16, true);
  // The unpacked size of the first file is smaller than its content.
  view.setUint32(directory + 24, 2, true);
  const log = (await opened([{ path: "a.zip", blob: new Blob([zip]) }]))!;
  await expect(log.header()).rejects.toThrow("The zip is damaged");
});
