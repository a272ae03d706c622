import type { ComponentChildren, JSX } from "preact";
import { lazily } from "../../../ui/lazily";
import { QuestionBox } from "./QuestionBox";
import type { ComputedQuestion } from "./unseen/computed";
import { useMemo } from "preact/hooks";
import { ownGraphIn } from "../../../domain/graph/subject";
import { useApp, useSlice } from "../../../ui/context";
import { isOnPoints } from "../../../store/lesson";
import type { UnseenKind } from "../../../store/lesson";
import type { LessonPlace } from "../../../store/state";
import { questionKey, unseenOf } from "./lessons";
import { dispatchAll, showOther, showUnseen } from "./follow";
import { Switch } from "../../../ui/Switch";
import { anySeed, seedOf } from "./unseen/seeds";
import { separating } from "./unseen/coloursOrBars";

// Fetched with the first barcode to enter.
const BarcodeBox = lazily(() => import("./BarcodeBox").then((module) => module.BarcodeBox));

interface AskedQuestionProps {
  /** The name of the question among the answers. */
  readonly name: string;
  readonly question: ComputedQuestion;
  /** Shows the answer even without “Show me” on this card. */
  readonly asked: boolean;
  readonly onAsked: () => void;
  /** Next to “Show me”. */
  readonly children?: ComponentChildren;
}

/** A question: its choices, or bars to enter. */
export function AskedQuestion({ question, children, ...asking }: AskedQuestionProps): JSX.Element {
  const { ask, choices, barcode, reveal } = question;
  const box = { ...asking, ask, reveal };
  // Entered bars belong to one graph.
  return barcode ? (
    <BarcodeBox key={asking.name} {...box} bars={barcode}>
      {children}
    </BarcodeBox>
  ) : (
    <QuestionBox {...box} choices={choices}>
      {children}
    </QuestionBox>
  );
}

interface UnseenBoxProps {
  readonly kind: UnseenKind;
  readonly place: LessonPlace;
  readonly asked: boolean;
  readonly onAsked: (asked: boolean) => void;
}

const PAIR = [
  { id: "P", title: "P" },
  { id: "Q", title: "Q" },
] as const;

/** A question on a random graph or on random points; their number is in the title. */
export function UnseenBox({ kind, place, asked, onAsked }: UnseenBoxProps): JSX.Element {
  const { store, topology } = useApp();
  const subject = useSlice(({ document }) => document.subject);
  const answers = useSlice((state) => state.answers);
  const seed = seedOf(subject);
  const made = useMemo(() => (seed === null ? null : unseenOf(kind, seed, topology)), [kind, seed, topology]);
  const another = (
    <button
      type="button"
      class="button"
      onClick={() => {
        onAsked(false);
        showUnseen(store, topology, anySeed());
      }}
    >
      {isOnPoints(kind) ? "New points" : made ? "Another new graph" : "Show a new graph"}
    </button>
  );
  if (!made) return another;
  const { graphs, descriptor } = made;
  const name = questionKey(place, seed);
  const isAnswered = answers[name] !== undefined;
  const title = ownGraphIn(subject)?.title ?? "";
  return (
    <>
      <p
        class="lesson-meta number"
        translate={false}
      >{`New ${isOnPoints(kind) ? "points" : "graph"} ${seed}`}</p>
      {graphs.length > 1 && (
        <Switch
          class="lesson-switch"
          legend="Graph"
          choices={PAIR}
          chosen={PAIR[graphs.findIndex((graph) => graph.title === title)]?.id ?? null}
          onChoose={(id) =>
            showOther(store, [{ type: "own-graph", graph: graphs[PAIR.findIndex((one) => one.id === id)]! }])
          }
        />
      )}
      <AskedQuestion name={name} question={made} asked={asked} onAsked={() => onAsked(true)}>
        {another}
        {descriptor && (
          <button
            type="button"
            class={asked && isAnswered ? "button" : "button lesson-later"}
            onClick={() => dispatchAll(store, separating(graphs, descriptor, topology))}
          >
            Open on Separate
          </button>
        )}
      </AskedQuestion>
    </>
  );
}
