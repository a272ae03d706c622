import { deflateSync } from "fflate";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toBase64Url } from "./packed";
import { packLesson, unpackLesson } from "./packedLesson";

it("restores a file, without its spaces", () => {
  const file = { id: "mine", cards: [{ text: "Größe: ∅ ≠ 0" }] };
  const packed = packLesson(JSON.stringify(file, null, 4));
  expect(packed).toMatch(/^[\w-]+$/);
  expect(JSON.parse(unpackLesson(packed!)!)).toEqual(file);
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(unpackLesson(packLesson(text)!)!)).toEqual(JSON.parse(text));
    }),
  );
});

it("refuses what is no file, or too large, in bounded memory", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(unpackLesson(text)).not.toBe("");
    }),
  );
  const bomb = toBase64Url(deflateSync(new Uint8Array(20_000_000), { level: 9 }));
  expect(bomb.length).toBeLessThan(30_000);
  expect(unpackLesson(bomb)).toBeNull();
  // Random letters, because regular ones are compressed to a short link.
  const letters = fc.array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz012345"), {
    minLength: 60_000,
    maxLength: 60_000,
    size: "max",
  });
  const [long] = fc.sample(letters, { numRuns: 1, seed: 1 });
  expect(packLesson(JSON.stringify(long!.join("")))).toBeNull();
});
