import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseLesson } from "./format";
import { writeLesson } from "./write";
import type { Lesson } from "../../../store/lesson";

const README = readFileSync(new URL("./README.md", import.meta.url), "utf8");
const FOLDER = new URL("./course/", import.meta.url);
const FILES = [
  /```json\n([\s\S]*?)```/.exec(README)![1]!,
  ...readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), "utf8")),
];

function read(file: string): Lesson {
  const parsed = parseLesson(file);
  if ("error" in parsed) throw new Error(parsed.error);
  return parsed.value;
}

describe("the written file of a lesson", () => {
  it.each(FILES.map((file) => [read(file).id, file]))("%s reads as the same lesson", (_, file) => {
    const lesson = read(file);
    expect(read(writeLesson(lesson))).toEqual(lesson);
  });

  it("keeps the author, the notes and the computed questions, and every text as it is", () => {
    const lesson = read(FILES[0]!);
    const [card] = lesson.cards;
    const text = 'Lists [ 1,\n 2 ], "quotes" and {"braces": [ "a" ]} & <3.';
    const changed: Lesson = {
      ...lesson,
      author: "Ada Lovelace",
      cards: [
        { ...card!, text, note: "Wait\nfor it.", computed: { kind: "end-of", at: null, vertex: 2 } },
        { ...card!, computed: { kind: "components-at", at: 1.5, vertex: null } },
      ],
    };
    expect(read(writeLesson(changed))).toEqual(changed);
  });
});
