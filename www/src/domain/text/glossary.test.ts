import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readMarks } from "../../pages/learn/lessons/marks";
import { definitionOf } from "./glossary";
import terms from "./glossaryTerms";
import { readGlossary } from "./glossaryTerms";

describe("glossary", () => {
  test("definitions are plain text of at most two sentences", () => {
    expect(Object.keys(terms).length).toBeGreaterThan(40);
    for (const [term, definition] of Object.entries(terms)) {
      expect(definition, term).toMatch(/^[\p{Lu}β].*\.$/u);
      expect(definition, term).not.toMatch(/[`[\]#]|\*\*/);
      expect(definition.split(/\.\s+(?=\p{Lu})/u).length, term).toBeLessThanOrEqual(2);
    }
  });

  test("a heading with several names defines each of them", () => {
    expect([...readGlossary("# G\n\n### a, b\n\nOne\ntwo.\n\nMore.\n\n### c\n\nThree.\n")]).toEqual([
      ["a", "One two."],
      ["b", "One two."],
      ["c", "Three."],
    ]);
  });

  test("a name has one definition", () => {
    expect(() => readGlossary("### a\n\nOne.\n\n### a\n\nTwo.\n")).toThrow("defines a twice");
  });

  test("the lessons use terms of the glossary", () => {
    const folder = fileURLToPath(new URL("../../pages/learn/lessons/course/", import.meta.url));
    const used = readdirSync(folder).flatMap((name) =>
      [...readFileSync(folder + name, "utf8").matchAll(/"text": "((?:[^"\\]|\\.)*)"/g)].flatMap(([, text]) =>
        readMarks(text!).flatMap((part) =>
          part.mark === "plain" || part.mark === "bold" ? [] : [part.text],
        ),
      ),
    );
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((term) => definitionOf(term) === null)).toEqual([]);
  });
});
