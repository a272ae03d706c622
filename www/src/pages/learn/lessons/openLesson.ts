// Opens a lesson file of the user.

import { readWithin } from "../../../domain/readWithin";
import type { App } from "../../../ui/context";
import { messageOf, sentence } from "../../../domain/text/format";
import type { OwnLesson } from "../../../store/lesson";
import type { Store } from "../../../store/store";
import { EXERCISES } from "./exercises";
import { COURSE_OUTLINES, loadCourse } from "./lessons";

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

/** The maximal size of a lesson file in bytes. */
const LARGEST = 1_000_000;
const TOO_LARGE = "A lesson file has at most 1 MB.";

/** Whether a file looks like a lesson: graph files contain no cards. */
export async function isLessonFile(file: Pick<File, "name" | "size" | "text">): Promise<boolean> {
  if (!file.name.toLowerCase().endsWith(".json") || file.size > LARGEST) return false;
  return /"cards"\s*:/.test(await file.text());
}

/** Opens a lesson file, or reports the error. */
export async function takeLesson(store: Store, file: Pick<File, "name" | "size" | "text">): Promise<void> {
  try {
    if (file.size > LARGEST) throw new Error(TOO_LARGE);
    const lesson = await readLesson(await file.text());
    store.dispatch({ type: "own-lesson", lesson, source: "ui" });
    store.dispatch({ type: "view", change: { lesson: { lesson: lesson.id, card: 0 } }, source: "ui" });
    if (lesson.packed !== null) return;
    const detail = "Its links do not contain it because of its size. Pass on the file itself.";
    const notice = { kind: "info", title: `${file.name} is too large for a link`, detail } as const;
    store.dispatch({ type: "notify", notice, source: "ui" });
  } catch (error) {
    const detail = sentence(messageOf(error));
    const notice = { kind: "error", title: `${file.name} was not opened`, detail } as const;
    store.dispatch({ type: "notify", notice, source: "ui" });
  }
}

/** The lesson of a file, with the course, whose questions its cards use. Throws with the reason if it is invalid. */
async function readLesson(text: string, address: string | null = null): Promise<OwnLesson> {
  // The parser is fetched on first use.
  const [{ parseLesson }, { packLesson }] = await Promise.all([
    import("./format"),
    import("../../../services/link/packedLesson"),
    loadCourse(),
  ]);
  const parsed = parseLesson(text);
  if ("error" in parsed) throw new Error(parsed.error);
  const lesson = parsed.value;
  if (lesson.id === EXERCISES || COURSE_OUTLINES.some(({ id }) => id === lesson.id))
    throw new Error(`The course already contains a lesson with the id “${lesson.id}”. Use another id.`);
  return { ...lesson, packed: packLesson(text), address };
}

/** The time to read a lesson file from another site. */
const MAX_READ_MS = 20_000;

/** The lesson file at an address. Throws with the reason if it cannot be read or is invalid. */
export async function lessonAt(address: string): Promise<OwnLesson> {
  if (!URL.canParse(address, document.baseURI)) throw new Error(`“${address}” is not the address of a file.`);
  const url = new URL(address, document.baseURI);
  if (!/^https?:$/.test(url.protocol))
    throw new Error("The address of a lesson begins with https: or http:.");
  // Without cookies, so that a link can read only what everybody can.
  const asked = { credentials: "omit", signal: AbortSignal.timeout(MAX_READ_MS) } as const;
  const answer = await fetch(url, asked).catch(() => {
    throw new Error(
      `The file on ${url.host} could not be read: its site does not answer, or does not allow this page to read it (CORS); “sublevel serve” allows only files of its own server. Download the file, and drop it here.`,
    );
  });
  if (!answer.ok) throw new Error(`There is no lesson file at ${url.href} (status ${answer.status}).`);
  const file = answer.body ? await readWithin(answer.body, LARGEST) : new Blob();
  if (!file) throw new Error(TOO_LARGE);
  url.hash = "";
  return readLesson(await file.text(), url.href);
}

/** The lesson inside a link. Throws with the reason if it is invalid. */
export async function lessonInLink(packed: string): Promise<OwnLesson> {
  const { unpackLesson } = await import("../../../services/link/packedLesson");
  const text = unpackLesson(packed);
  if (text === null) throw new Error("A part of the link is missing. Copy the whole address.");
  return readLesson(text);
}
