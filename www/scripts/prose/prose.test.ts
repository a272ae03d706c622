import { describe, expect, test } from "vitest";
// @ts-expect-error The linter is plain JavaScript.
import * as collect from "./collect.js";
// @ts-expect-error The linter is plain JavaScript.
import * as rules from "./rules.js";

interface Text {
  readonly line: number;
  readonly kind: string;
  readonly text: string;
}

const { textsOf } = collect as { textsOf: (path: string, content: string) => Text[] };
const { findingsOf, sentencesOf } = rules as {
  findingsOf: (sentence: string, kind: string) => { rule: string }[];
  sentencesOf: (text: string) => { text: string; at: number }[];
};

const rulesIn = (sentence: string) => findingsOf(sentence, "docs").map(({ rule }) => rule);

describe("rules", () => {
  test.each([
    ["long", `${"one word ".repeat(16)}.`],
    ["opening", "What takes longer than a second is reported."],
    ["clause", "The panel reports what changed."],
    ["passive", "The file is opened and the values are written."],
    ["phrase", "A killed task goes on."],
    ["phrase", "The engine says that it failed."],
    ["write-good", "The the bars are finite."],
  ])("finds %s in “%s”", (rule, sentence) => {
    expect(rulesIn(sentence)).toContain(rule);
  });

  test.each([
    `${"one word ".repeat(15)}.`,
    "What ends the bar?",
    "What-if questions change one vertex.",
    "The message explains what to do.",
    "The bars are weighted and the graphs are connected.",
    "The program reads the file and resumes the run.",
  ])("accepts “%s”", (sentence) => {
    expect(rulesIn(sentence)).toEqual([]);
  });

  test("sentences end before a capital, not in numbers and abbreviations", () => {
    const text = "It takes 1.5 s, e.g. On a GPU. Next one! `X` ends.";
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual([
      "It takes 1.5 s, e.g. On a GPU.",
      "Next one!",
      "`X` ends.",
    ]);
  });
});

describe("texts", () => {
  const found = (path: string, content: string, kind: string) =>
    textsOf(path, content)
      .filter((text) => text.kind === kind)
      .map(({ line, text }) => [line, text.trim()]);

  test("Markdown gives paragraphs and cells without code", () => {
    const content =
      "# Title\n\n```sh\ncargo run\n```\n\n| a b | `c` |\n| --- | --- |\n| d e | f |\n\nOne `two`\nthree.\n";
    expect(found("README.md", content, "readme")).toEqual([
      [1, "Title"],
      [7, "a b"],
      [7, "X"],
      [9, "d e"],
      [9, "f"],
      [11, "One X\nthree."],
    ]);
  });

  test("Rust gives messages, help and comments, and no strings of tests", () => {
    const content = [
      "/// A command.",
      "#[derive(Args)]",
      "struct Options {",
      "    /// The help of it.",
      "    seed: u64,",
      "}",
      "// Two lines",
      "// of comment.",
      `fn f<'a>() { error(r#"cannot "read" {path}"#, '"', "second \\`,
      `    line {}", "key") }`,
      "#[cfg(test)]",
      "mod tests {",
      `    const A: &str = "not for users";`,
      "}",
      "",
    ].join("\n");
    expect(found("src/cli/a.rs", content, "cli")).toEqual([
      [1, "A command."],
      [4, "The help of it."],
      [9, 'cannot "read" X'],
      [9, "second line X"],
    ]);
    expect(found("src/cli/a.rs", content, "comments")).toEqual([[7, "Two lines\nof comment."]]);
  });

  test("TypeScript gives texts of elements, strings and comments", () => {
    const content = [
      "/** A panel. */",
      "export const Panel = () => (",
      '  <p class="wide panel" title="Show the table">',
      "    The <b>filter</b> of {name} has",
      "    one value. {/* not shown */}",
      "  </p>",
      ");",
      "const text = `The run ${id} failed`;",
      "",
    ].join("\n");
    expect(found("www/src/a.tsx", content, "page")).toEqual([
      [4, "The filter of X has one value."],
      [3, "Show the table"],
      [8, "The run X failed"],
    ]);
    expect(found("www/src/a.tsx", content, "comments")).toEqual([
      [1, "A panel."],
      [5, "not shown"],
    ]);
  });

  test("lessons give their texts", () => {
    expect(
      found(
        "www/src/pages/learn/lessons/course/01-a.json",
        '{\n"id": "a b",\n"text": "A **bar** ends."\n}',
        "lessons",
      ),
    ).toEqual([[3, "A bar ends."]]);
  });
});
