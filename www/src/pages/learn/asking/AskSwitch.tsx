import type { JSX } from "preact";
import { useAct, useSlice } from "../../../ui/context";

/** Whether the walk includes questions, and the number of correct answers. Lessons have their own questions. */
export function AskSwitch(): JSX.Element | null {
  const act = useAct();
  const asks = useSlice(({ view }) => view.asks);
  const score = useSlice((state) => state.score);
  const inLesson = useSlice(({ view }) => view.lesson !== null);
  if (inLesson) return null;
  return (
    <label class="ask-switch" title="Stops before components meet: choose the one that ends">
      <input
        type="checkbox"
        role="switch"
        checked={asks}
        onChange={({ currentTarget }) => act({ type: "view", change: { asks: currentTarget.checked } })}
      />
      Quiz me
      {score.asked > 0 && (
        <output class="number">
          {score.right} of {score.asked} right
        </output>
      )}
    </label>
  );
}
