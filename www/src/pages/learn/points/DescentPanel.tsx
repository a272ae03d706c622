import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import {} from "../../../domain/graph/subject";
import { useAct, useShown, useSlice } from "../../../ui/context";
import { pointLoss, TARGETS } from "../../../domain/points/descent";
import { cloudIn } from "../../../domain/graph/subject";
import type { PointCloud } from "../../../domain/graph/subject";
import type { GrowingPoints } from "../../../domain/persistence/filtration";
import { formatMinus } from "../../../domain/text/values";
import { TOOLS } from "../../../store/choices";
import { ToolFrame } from "../tools/ToolFrame";
import { describeDescent } from "./describeDescent";
import { useDescent } from "./useDescent";

/** Moves the points by gradient descent on a loss of their bars. */
export function DescentPanel(): JSX.Element {
  const { subject, growing } = useShown();
  const cloud = cloudIn(subject);
  return (
    <ToolFrame title={TOOLS.descent.title}>
      {cloud && growing && <Targets cloud={cloud} growing={growing} />}
    </ToolFrame>
  );
}

function Targets({ cloud, growing }: { cloud: PointCloud; growing: GrowingPoints }): JSX.Element {
  const act = useAct();
  const target = useSlice(({ view }) => view.target);
  const loss = useMemo(() => pointLoss(target, growing.bars, cloud), [target, growing, cloud]);
  const descent = useDescent(cloud, target, loss);
  const { loss: formula } = TARGETS.find(({ id }) => id === target)!;
  return (
    <>
      <label class="points-field descent-target">
        <span>Target</span>
        <select
          value={target}
          onChange={({ currentTarget }) => {
            const chosen = TARGETS.find(({ id }) => id === currentTarget.value);
            if (chosen) act({ type: "view", change: { target: chosen.id } });
          }}
        >
          {TARGETS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p class="tool-formula">
        loss = {formula} = <b class="tool-number number">{formatMinus(loss.value)}</b>
      </p>
      <div class="descent-buttons">
        <button
          type="button"
          class="button primary"
          onClick={() => (descent.running ? descent.stop() : descent.start())}
        >
          {descent.running ? "Stop" : "Start"}
        </button>
        <button type="button" class="button" onClick={() => descent.step()}>
          One step
        </button>
        <output class="number descent-steps">
          {descent.steps > 0 &&
            `step ${descent.steps}, loss ${formatMinus(descent.first)} → ${formatMinus(loss.value)}`}
        </output>
      </div>
      <p class="tool-text tool-sentence" aria-live={descent.running ? "off" : "polite"}>
        {describeDescent(target, loss)}
      </p>
      <p class="tool-text">
        A bar of a loop begins with an edge and ends with a triangle. Their points determine its length, so
        the length has a gradient. The arrows show − gradient. A step moves the points along the arrows,
        within the rectangle of the first points. Undo reverts all steps.
      </p>
      <p class="tool-text">
        Training is the same descent: there, the gradient of a bar continues from the values of its vertices
        to the weights of the network.
      </p>
    </>
  );
}
