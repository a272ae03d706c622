import type { ComponentChildren, JSX } from "preact";
import { useRef, useState, useEffect } from "preact/hooks";
import { useApp, useOwnId, useSlice } from "../../../ui/context";
import type { Change } from "../../../store/actions";
import type { CardChoice, LessonAction } from "../../../store/lesson";
import { dispatchAll } from "./follow";
import { countsAsRight } from "./exercises";
import { unbroken } from "./marks";
import { playing } from "./perform";

export interface QuestionBoxProps {
  /** The name of the question among the answers. */
  readonly name: string;
  readonly ask: string;
  readonly choices: readonly CardChoice[];
  readonly reveal: readonly LessonAction[];
  /** Shows the answer even without “Show me” on this card. */
  readonly asked: boolean;
  readonly onAsked: () => void;
  /** Next to “Show me”. */
  readonly children?: ComponentChildren;
}

/** Answers of up to this many characters fit beside each other. */
const SHORT = 24;

/** A question with large buttons and an explanation for each answer. */
export function QuestionBox(props: QuestionBoxProps): JSX.Element {
  const { name, ask, choices, reveal, asked, onAsked, children } = props;
  const { store } = useApp();
  const given = useSlice(({ answers }) => answers)[name];
  const title = useOwnId();
  const answer = asked ? given : undefined;
  const chosen = answer && choices[answer.choice];
  const choose = (choice: number): void => {
    onAsked();
    const right = choices[choice]?.right ?? false;
    const counted = countsAsRight(name, given, right);
    dispatchAll(store, [
      { type: "answer", question: name, answer: { choice, right: counted } },
      ...playing(reveal),
    ]);
  };
  return (
    <div class="lesson-question">
      <h3 key={ask} id={title}>
        {unbroken(ask)}
      </h3>
      <Choices
        key={name}
        labelledBy={title}
        choices={choices}
        chosen={answer?.choice ?? null}
        onChoose={choose}
      />
      <div class="lesson-question-row">
        <button
          type="button"
          class="button"
          onClick={() => {
            onAsked();
            dispatchAll(store, showing(name, choices, reveal, given?.right ?? false));
          }}
        >
          Show me
        </button>
        {children}
      </div>
      <VerdictRoom replies={choices.map(({ why }) => why)}>
        {chosen && (
          <Verdict
            key={`${answer?.choice} ${answer?.right}`}
            right={chosen.right}
            found={answer?.right ?? false}
            why={chosen.why}
          />
        )}
      </VerdictRoom>
    </div>
  );
}

/** Shows the correct answer; keeps the result of an earlier correct answer. */
export function showing(
  name: string,
  choices: readonly CardChoice[],
  reveal: readonly LessonAction[],
  found: boolean,
): readonly Change[] {
  // A question without choices has one answer.
  const choice = Math.max(
    choices.findIndex(({ right }) => right),
    0,
  );
  return [...playing(reveal), { type: "answer", question: name, answer: { choice, right: found } }];
}

interface ChoicesProps {
  readonly labelledBy: string;
  readonly choices: readonly CardChoice[];
  readonly chosen: number | null;
  readonly onChoose: (choice: number) => void;
}

/** Arrow keys move between choices; Enter and space answer. */
function Choices({ labelledBy, choices, chosen, onChoose }: ChoicesProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(chosen ?? 0);
  const move = (event: KeyboardEvent): void => {
    const last = choices.length - 1;
    const next = {
      ArrowDown: active + 1,
      ArrowRight: active + 1,
      ArrowUp: active - 1,
      ArrowLeft: active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const target = (next + choices.length) % choices.length;
    setActive(target);
    list.current?.querySelectorAll<HTMLElement>("[role=radio]")[target]?.focus();
  };
  return (
    <div ref={list} class="lesson-choices" role="radiogroup" aria-labelledby={labelledBy} onKeyDown={move}>
      {choices.map(({ text, right }, i) => (
        <button
          key={text}
          type="button"
          role="radio"
          aria-checked={chosen === i}
          class={[
            "lesson-choice",
            ...(chosen === i ? [right ? "is-right" : "is-wrong"] : []),
            ...(text.length > SHORT ? ["is-long"] : []),
          ].join(" ")}
          tabIndex={i === active ? 0 : -1}
          onClick={() => {
            setActive(i);
            onChoose(i);
          }}
        >
          <span class="lesson-choice-mark" />
          {unbroken(text)}
        </button>
      ))}
    </div>
  );
}

interface VerdictProps {
  readonly right: boolean;
  /** The user has found it, as opposed to “Show me”. */
  readonly found: boolean;
  readonly why: string;
}

interface RoomProps {
  /** All possible replies: the longest one determines the height, so that an answer moves nothing. */
  readonly replies: readonly string[];
  readonly children: ComponentChildren;
}

/** The place of the reply. */
export function VerdictRoom({ replies, children }: RoomProps): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const isGiven = Boolean(children);
  const was = useRef(isGiven);
  // In the smallest windows, a long reply is below the window.
  useEffect(() => {
    if (isGiven && !was.current) place.current?.scrollIntoView({ block: "nearest" });
    was.current = isGiven;
  }, [isGiven]);
  return (
    <div class="lesson-verdicts">
      <p ref={place} class="lesson-verdict" aria-live="polite">
        {children}
      </p>
      {replies.map((text) => (
        <p key={text} class="lesson-verdict-room" aria-hidden="true">
          <b>Correct answer.</b> {unbroken(text)}
        </p>
      ))}
    </div>
  );
}

/** The reply to an answer. */
export function Verdict({ right, found, why }: VerdictProps): JSX.Element {
  const word = right ? (found ? "Yes." : "Correct answer.") : "No.";
  return (
    <span class={right ? "is-right" : "is-wrong"}>
      <b>{word}</b> {unbroken(why)}
    </span>
  );
}
