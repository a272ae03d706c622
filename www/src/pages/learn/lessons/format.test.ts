import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLesson } from "./format";

const README = readFileSync(new URL("./README.md", import.meta.url), "utf8");
const EXAMPLE = /```json\n([\s\S]*?)```/.exec(README)![1]!;
const FIRST = readFileSync(new URL("./course/01-landscape.json", import.meta.url), "utf8");

function errorOf(text: string): string {
  const parsed = parseLesson(text);
  return "error" in parsed ? parsed.error : "none";
}

/** The example with one text replaced, and the line of the change. */
function changed(from: string, to: string): { text: string; line: number } {
  const at = EXAMPLE.indexOf(from);
  expect(at, from).toBeGreaterThanOrEqual(0);
  return { text: EXAMPLE.replace(from, to), line: EXAMPLE.slice(0, at).split("\n").length };
}

describe("the file of a lesson", () => {
  it("accepts the example of the README", () => {
    expect(parseLesson(EXAMPLE)).toMatchObject({ value: { id: "my-first-lesson" } });
  });

  it.each([
    ['"my-first-lesson"', '"My first lesson"', "an id contains only lower-case letters"],
    ['"minutes": 3', '"minutes": "three"', "a number from 1 to 60"],
    ['"minutes": 3', '"minutes": 1e999', "a number from 1 to 60"],
    ['"idea"', '"ideas"', "“ideas” is not a known key"],
    ['"threshold": 1.5', '"threshold": null', "a number from"],
    ['"type": "own-graph"', '"type": "open-link"', "one of show, own-graph"],
    ['"ab"', '"aa"', "an edge needs two different endpoints"],
    ['"ab"', '"bc"', "the same edge"],
    ["**two**", "<img src=x onerror=alert(1)>", "HTML"],
    ["**two**", "**two", "not closed"],
    ["**two**", "two ".repeat(91), "this card"],
    ['"right": true,', "", "exactly one choice must be right"],
    ['"kind": "components-at"', '"kind": "components"', "one of prominence"],
    [
      '"wait": { "threshold": 1.5 }',
      '"wait": { "select": ["a"], "guess": { "right": "Yes.", "wrong": "No." } }, "computed": { "kind": "barcode" }',
      "a card with a guess takes no further question",
    ],
  ])("%s → %s is rejected with its line", (from, to, reason) => {
    const { text, line } = changed(from, to);
    const error = errorOf(text);
    expect(error).toContain(reason);
    const [, found] = /^line (\d+): /.exec(error)!;
    // Missing keys are reported at the start of their object.
    expect(Number(found)).toBeLessThanOrEqual(line);
    expect(Number(found)).toBeGreaterThan(line - 12);
  });

  it("reports the exact line of an invalid value", () => {
    const { text, line } = changed('"minutes": 3', '"minutes": -3');
    expect(errorOf(text)).toMatch(new RegExp(`^line ${line}: `));
  });

  it("offers deeper cards, but the first card is not one", () => {
    const deeper = (text: string): string => EXAMPLE.replace(`"text": "${text}`, `"deeper": true, $&`);
    const parsed = parseLesson(deeper("The same on a random graph."));
    expect("value" in parsed && parsed.value.cards.map((card) => card.deeper)).toEqual([false, false, true]);
    expect(errorOf(deeper("Step to t"))).toContain("the first card of a lesson cannot be deeper");
  });

  it("compares examples and new graphs, and no other action", () => {
    const withCompare = (graphs: string): string =>
      EXAMPLE.replace('"transfer": {', `"compare": [${graphs}], "transfer": {`);
    const own = '{ "type": "own-graph", "title": "Pair", "values": [1, 2], "edges": ["ab"] }';
    const parsed = parseLesson(withCompare(`"path", ${own}`));
    expect(parsed).toMatchObject({ value: { cards: { length: 3 } } });
    expect("value" in parsed && parsed.value.cards.at(-1)!.compare).toEqual([
      { type: "show", example: "path" },
      {
        type: "own-graph",
        title: "Pair",
        values: [1, 2],
        edges: [0, 1],
        names: null,
        places: null,
      },
    ]);
    expect(errorOf(withCompare('"path", { "type": "filled", "filled": true }'))).toContain("own-graph");
    expect(errorOf(withCompare('"path", "no-example"'))).toContain("there is no example");
    expect(errorOf(withCompare('"path", 3'))).toMatch(/^line \d+: /);
  });

  it("rejects files that are too long, too deep or not JSON", () => {
    expect(errorOf("")).toMatch(/^line 1: /);
    expect(errorOf("[".repeat(90_000))).toMatch(/^line 1: the brackets/);
    expect(errorOf(`{"a":`.repeat(10_000))).toMatch(/^line 1: the brackets/);
    expect(errorOf(" ".repeat(200_000))).toMatch(/^line 1: the file has more/);
    expect(errorOf("{\n// no\n}")).toMatch(/^line 2: invalid JSON/);
    expect(errorOf('{"__proto__": {}, "id": "x"}')).toMatch(/^line 1: “__proto__”/);
  });

  it("answers hostile files with a line and never throws", () => {
    const isAnswer = (text: string): boolean => {
      const parsed = parseLesson(text);
      return "value" in parsed || /^line [1-9]\d*: ./.test(parsed.error);
    };
    fc.assert(fc.property(fc.string({ maxLength: 300 }), isAnswer));
    fc.assert(fc.property(fc.json({ maxDepth: 20 }), isAnswer));
    const anywhere = fc.nat(FIRST.length - 1);
    const hostile = fc.oneof(
      fc.constantFrom(
        "{",
        "}",
        "[",
        '"',
        "\\",
        ",",
        "null",
        "1e999",
        "\u0000",
        "<script>",
        "*",
        "-0",
        "true",
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(anywhere, fc.nat(20), hostile, (at, length, text) =>
        isAnswer(FIRST.slice(0, at) + text + FIRST.slice(at + length)),
      ),
      { numRuns: 2000 },
    );
    // Replaces each value once by another kind of value.
    const lesson: unknown = JSON.parse(FIRST);
    fc.assert(
      fc.property(fc.nat(400), fc.jsonValue({ maxDepth: 2 }), (nth, value) => {
        let count = 0;
        const text = JSON.stringify(lesson, (_, old: unknown) => (count++ === nth ? value : old), 1);
        return text === undefined || isAnswer(text);
      }),
      { numRuns: 2000 },
    );
  });
});
