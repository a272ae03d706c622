// The answers and the tasks done that this browser stores.

import { readStored, writeStored } from "../../../services/storage/browserStorage";
import type { GivenAnswer } from "../../../store/state";
import type { Store } from "../../../store/store";
import { EXERCISES } from "./exercises";

const KEY = "sublevel:answers";
const PASSED_KEY = "sublevel:passed";
/**
 * The number of stored answers of the course, and of the exercises. Older ones are dropped, because the number of random graphs is
 * unbounded; exercises must not drop the progress of the course.
 */
const MAX_ANSWERS = 300;

type Answers = Readonly<Record<string, GivenAnswer>>;

/** The stored answers, without invalid ones. */
export function readAnswers(text: string | null): Answers {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return newestOf(
      Object.entries(stored).filter(
        (entry): entry is [string, GivenAnswer] => isKey(entry[0]) && isAnswer(entry[1]),
      ),
    );
  } catch {
    return {};
  }
}

function newestOf(answers: readonly (readonly [string, GivenAnswer])[]): Answers {
  const isExercise = ([key]: readonly [string, GivenAnswer]): boolean => key.startsWith(`${EXERCISES}:`);
  const course = answers.filter((answer) => !isExercise(answer));
  return Object.fromEntries([
    ...course.slice(-MAX_ANSWERS),
    ...answers.filter(isExercise).slice(-MAX_ANSWERS),
  ]);
}

/** The stored cards whose tasks were done, without invalid ones. */
export function readPassed(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((key): key is string => typeof key === "string" && isKey(key)).slice(-MAX_ANSWERS);
  } catch {
    return [];
  }
}

function isKey(key: string): boolean {
  return /^[a-z0-9-]{1,60}(:\d{1,6}){1,2}$/.test(key);
}

function isAnswer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { choice, right } = value as Record<string, unknown>;
  return typeof choice === "number" && Number.isInteger(choice) && choice >= 0 && typeof right === "boolean";
}

/** Loads the stored answers and tasks into the store, and stores new ones. */
export function rememberAnswers(store: Store): () => void {
  for (const [question, answer] of Object.entries(readAnswers(readStored(KEY)))) {
    store.dispatch({ type: "answer", question, answer, source: "lesson" });
  }
  for (const card of readPassed(readStored(PASSED_KEY))) {
    store.dispatch({ type: "passed", card, source: "lesson" });
  }
  return store.listen(({ type }) => {
    if (type === "passed")
      writeStored(PASSED_KEY, JSON.stringify(store.state.peek().passed.slice(-MAX_ANSWERS)));
    if (type !== "answer") return;
    writeStored(KEY, JSON.stringify(newestOf(Object.entries(store.state.peek().answers))));
  });
}
