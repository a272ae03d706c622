// Opens a lesson file of the user.

import type { App } from "../../context";
import { messageOf, sentence } from "../../../domain/text/format";
import type { Store } from "../../../store/store";
import { COURSE_OUTLINES, loadCourse } from "./lessons";

/** The maximal size of a lesson file in bytes. */
const LARGEST = 1_000_000;

/** Lets the user choose a lesson file and opens it. */
export function openLesson({ store }: App): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,application/json";
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void takeLesson(store, file);
  });
  input.click();
}

/** Whether a file looks like a lesson: graph files contain no cards. */
export async function isLessonFile(file: Pick<File, "name" | "size" | "text">): Promise<boolean> {
  if (!file.name.toLowerCase().endsWith(".json") || file.size > LARGEST) return false;
  return /"cards"\s*:/.test(await file.text());
}

/** Opens a lesson file, or reports the error. */
export async function takeLesson(store: Store, file: Pick<File, "name" | "size" | "text">): Promise<void> {
  if (file.size > LARGEST) {
    refuse(store, file.name, "A lesson file has at most 1 MB.");
    return;
  }
  try {
    await takeLessonText(store, file.name, await file.text());
  } catch (error) {
    refuse(store, file.name, messageOf(error));
  }
}

async function takeLessonText(store: Store, name: string, text: string): Promise<void> {
  // The parser is fetched on first use.
  const { parseLesson } = await import("./format");
  const parsed = parseLesson(text);
  if ("error" in parsed) {
    refuse(store, name, parsed.error);
    return;
  }
  const lesson = parsed.value;
  if (COURSE_OUTLINES.some(({ id }) => id === lesson.id)) {
    refuse(store, name, `The course already contains a lesson with the id “${lesson.id}”. Use another id.`);
    return;
  }
  // Its cards use the questions of the course.
  await loadCourse();
  store.dispatch({ type: "own-lesson", lesson, source: "ui" });
  store.dispatch({ type: "view", change: { lesson: { lesson: lesson.id, card: 0 } }, source: "ui" });
}

function refuse(store: Store, name: string, reason: string): void {
  const notice = { kind: "error", title: `${name} was not opened`, detail: sentence(reason) } as const;
  store.dispatch({ type: "notify", notice, source: "ui" });
}
