import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useApp, useSlice } from "../../../ui/context";
import { savePictureOf } from "../../../ui/picture/SavePicture";
import { MAIN_PATH, progressOf } from "./lessons";
import { Pipeline } from "./Pipeline";

/** What the main path has taught, each line as something to do with a new graph. */
const ABILITIES = [
  "read the bars off a graph with values",
  "say why small changes move bars only a little",
  "turn a barcode into a number with a hat",
  "follow a loss back to two vertices and a weight",
  "say which atoms a model looks at first",
] as const;

/** The end of the main path: a summary to keep as a picture. */
export function End(): JSX.Element {
  const app = useApp();
  const answers = useSlice((state) => state.answers);
  const summary = useRef<HTMLDivElement>(null);
  const all = MAIN_PATH.map((lesson) => progressOf(lesson, answers));
  const sum = (of: (one: (typeof all)[number]) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  return (
    <section class="lesson-end" aria-label="The end of the main path">
      <div ref={summary} class="lesson-end-summary" aria-label="What I can do now">
        <Pipeline />
        <p class="lesson-end-title">I can now</p>
        <ul class="lesson-end-list">
          {ABILITIES.map((ability) => (
            <li key={ability}>✓ {ability}</li>
          ))}
        </ul>
        <p class="lesson-meta">
          {sum(({ right }) => right)} of {sum(({ questions }) => questions)} questions right, in “From a flood
          to a network” of Sublevel
        </p>
      </div>
      <button
        type="button"
        class="button"
        onClick={() => void savePictureOf(app, "what I can do now", [summary.current!], "png")}
      >
        Keep this as a picture
      </button>
    </section>
  );
}
