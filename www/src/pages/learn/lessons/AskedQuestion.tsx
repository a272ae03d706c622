import type { ComponentChildren, JSX } from "preact";
import { lazily } from "../../../ui/lazily";
import { QuestionBox } from "./QuestionBox";
import type { ComputedQuestion } from "./unseen/computed";

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
