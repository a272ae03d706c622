import { expect, it } from "vitest";
import { webm } from "./webm";

/** Elements that hold others. */
const HOLDERS = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1c53bb6b, 0xbb, 0xb7, 0x1f43b675,
]);

interface Element {
  readonly id: number;
  readonly start: number;
  readonly content: Uint8Array;
  readonly children: readonly Element[];
}

/** The elements of a piece of a file, read back as the specification says: an id, a size, a content. */
function elements(bytes: Uint8Array, offset = 0): Element[] {
  const found: Element[] = [];
  let at = 0;
  const read = (keepsMark: boolean): number => {
    const length = Math.clz32(bytes[at]!) - 23;
    let value = BigInt(keepsMark ? bytes[at]! : bytes[at]! & (255 >> length));
    for (let i = 1; i < length; i++) value = (value << 8n) | BigInt(bytes[at + i]!);
    at += length;
    return Number(value);
  };
  while (at < bytes.length) {
    const start = offset + at;
    const id = read(true);
    const size = read(false);
    const content = bytes.subarray(at, at + size);
    expect(content.length).toBe(size);
    found.push({ id, start, content, children: HOLDERS.has(id) ? elements(content, offset + at) : [] });
    at += size;
  }
  return found;
}

const all = (list: readonly Element[]): Element[] => list.flatMap((one) => [one, ...all(one.children)]);
const numberOf = ({ content }: Element): number => content.reduce((sum, byte) => 256 * sum + byte, 0);

it("holds every picture at its time, and says where one can go to", async () => {
  const chunks = Array.from({ length: 25 }, (_, i) => ({
    bytes: Uint8Array.of(i, 7, i),
    key: i % 10 === 0,
  }));
  const track = { codec: "V_VP9", width: 1280, height: 720, frameMs: 100, title: "MUTAG, graph 1" };
  const bytes = new Uint8Array(await webm(chunks, track).arrayBuffer());
  const top = elements(bytes);
  expect(top.map(({ id }) => id)).toEqual([0x1a45dfa3, 0x18538067]);
  const inside = all(top);
  const named = (id: number): Element[] => inside.filter((one) => one.id === id);
  const text = (id: number): string => new TextDecoder().decode(named(id)[0]!.content);
  expect(text(0x4282)).toBe("webm");
  expect(text(0x86)).toBe("V_VP9");
  expect(text(0x7ba9)).toBe("MUTAG, graph 1");
  expect([0xb0, 0xba].map((id) => numberOf(named(id)[0]!))).toEqual([1280, 720]);
  const { content } = named(0x4489)[0]!;
  expect(new DataView(content.buffer, content.byteOffset).getFloat64(0)).toBe(2500);

  const seen = named(0x1f43b675).flatMap(({ children }) => {
    const time = numberOf(children.find(({ id }) => id === 0xe7)!);
    return children
      .filter(({ id }) => id === 0xa3)
      .map(({ content: block }) => {
        const view = new DataView(block.buffer, block.byteOffset);
        return { time: time + view.getInt16(1), key: block[3] === 0x80, bytes: block.slice(4) };
      });
  });
  expect(seen).toEqual(chunks.map(({ bytes: picture, key }, i) => ({ time: 100 * i, key, bytes: picture })));

  // A cue names the first byte of its cluster, counted from the first byte inside the segment.
  const segment = top[1]!;
  const first = segment.children[0]!.start;
  const clusters = named(0x1f43b675).map(({ start }) => start - first);
  expect(named(0xf1).map(numberOf)).toEqual(clusters);
  expect(named(0xb3).map(numberOf)).toEqual([0, 1000, 2000]);
});
