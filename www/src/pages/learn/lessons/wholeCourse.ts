// The lessons of the course with all cards and the questions on unseen graphs, fetched with the first lesson.

import type { Lesson } from "../../../store/lesson";
import { exercisesOf } from "./exercises";

const FILES = import.meta.glob<Lesson>("./course/*.json", {
  query: "?lesson",
  import: "default",
  eager: true,
});

export { unseen } from "./unseen/unseen";
export { computed, stagedBy } from "./unseen/computed";

export const COURSE: readonly Lesson[] = Object.keys(FILES)
  .sort()
  .map((name) => FILES[name]!);

export const EXERCISE_LESSON = exercisesOf(COURSE);
