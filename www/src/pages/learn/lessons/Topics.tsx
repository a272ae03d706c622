import type { JSX } from "preact";
import { useOwnId, useSlice } from "../../../ui/context";
import { EXERCISES, exerciseScore, inScore, topicsOf } from "./exercises";
import { lessonsWith } from "./lessons";
import { useGo } from "./useLesson";

/** The topics of the exercises, each with its score. */
export function Topics({ chosen }: { readonly chosen: number }): JSX.Element {
  const go = useGo();
  const answers = useSlice((state) => state.answers);
  const id = useOwnId();
  const topics = topicsOf(lessonsWith(null).filter((lesson) => lesson.id !== EXERCISES));
  return (
    <p class="lesson-topics">
      <label for={id}>Topic</label>
      <select
        id={id}
        value={chosen}
        onChange={({ currentTarget }) => go({ lesson: EXERCISES, card: Number(currentTarget.value) })}
      >
        {topics.map((topic, card) => {
          const score = exerciseScore(answers, card);
          return (
            <option key={topic} value={card}>
              {score.asked > 0 ? `${topic} (${inScore(score)})` : topic}
            </option>
          );
        })}
      </select>
    </p>
  );
}

/** Opens the exercises. */
export function ExercisesDoor({ class: name = "" }: { readonly class?: string }): JSX.Element {
  const go = useGo();
  return (
    <button type="button" class={`button ${name}`} onClick={() => go({ lesson: EXERCISES, card: 0 })}>
      Exercises
    </button>
  );
}
