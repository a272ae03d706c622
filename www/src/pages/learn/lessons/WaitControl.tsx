import type { JSX } from "preact";
import { useAct, useSlice } from "../../../ui/context";
import type { Until } from "../../../store/lesson";
import { Switch } from "../../../ui/Switch";

const FILLING = [
  { id: "graph", title: "Graph" },
  { id: "filled", title: "Triangles filled" },
] as const;

/** The control of a task whose usual control is in a menu or small, on the card itself; null: the stage has it in sight. */
export function WaitControl({ until }: { readonly until: Until }): JSX.Element | null {
  if (until.type === "filled") return <Filling />;
  return until.type === "epoch" ? <Epochs epoch={until.epoch} /> : null;
}

function Filling(): JSX.Element {
  const act = useAct();
  const filled = useSlice(({ view }) => view.filled);
  return (
    <Switch
      class="lesson-switch"
      legend="Triangles"
      choices={FILLING}
      chosen={filled ? "filled" : "graph"}
      onChoose={(id) => act({ type: "view", change: { filled: id === "filled" } })}
    />
  );
}

/** An epoch, and the weights of now. */
function Epochs({ epoch }: { readonly epoch: number }): JSX.Element {
  const act = useAct();
  const inView = useSlice(({ view }) => view.epoch);
  return (
    <Switch
      class="lesson-switch"
      legend="Epoch in view"
      choices={[
        { id: "then", title: `Epoch ${epoch}` },
        { id: "now", title: "Now" },
      ]}
      chosen={inView === epoch ? "then" : inView === null ? "now" : null}
      onChoose={(id) => act({ type: "view", change: { epoch: id === "then" ? epoch : null } })}
    />
  );
}
