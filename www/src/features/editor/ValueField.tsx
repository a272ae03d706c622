import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useAct } from "../../app/context";
import { shortcutOf } from "../../app/shortcuts";
import { newGesture } from "./gestures";
import { readNumber, shortest, stepped } from "./numbers";

interface ValueFieldProps {
  readonly label: string;
  readonly value: number;
  /** ↑ and ↓ go this far, with Shift ten times as far. */
  readonly step: number;
  readonly onValue: (value: number, gesture: string) => void;
  /** Enter goes on with the next field, with Shift with the one before. */
  readonly onEnter: (field: HTMLInputElement, back: boolean) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** One value, typed or stepped; from focus to blur it is one change, and Escape takes it back. */
export function ValueField({
  label,
  value,
  step,
  onValue,
  onEnter,
  onFocus,
  onBlur,
}: ValueFieldProps): JSX.Element {
  const act = useAct();
  /** What was typed, while it is being typed; null: the value as it is. */
  const [draft, setDraft] = useState<string | null>(null);
  const visit = useRef({ gesture: "", value });
  const change = (next: number): void => {
    if (Math.fround(next) !== Math.fround(value)) onValue(next, visit.current.gesture);
  };

  const type = (text: string): void => {
    setDraft(text);
    const typed = readNumber(text);
    if (typed !== null) change(typed);
  };
  const keyDown = (event: JSX.TargetedKeyboardEvent<HTMLInputElement>): void => {
    // The values have a history of their own, and a field that is stepped has none.
    const walk = shortcutOf(event);
    if (walk) {
      event.preventDefault();
      setDraft(null);
      act({ type: walk });
      return;
    }
    const far = event.shiftKey ? 10 * step : step;
    switch (event.key) {
      case "ArrowUp":
      case "ArrowDown":
        change(stepped(value, event.key === "ArrowUp" ? far : -far));
        break;
      case "Enter":
        onEnter(event.currentTarget, event.shiftKey);
        break;
      case "Escape":
        change(visit.current.value);
        break;
      default:
        return;
    }
    event.preventDefault();
    setDraft(null);
  };

  const shown = String(shortest(value));
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      role="spinbutton"
      aria-label={label}
      aria-valuenow={value}
      aria-valuetext={shown}
      aria-invalid={draft !== null && readNumber(draft) === null}
      value={draft ?? shown}
      onInput={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={keyDown}
      onFocus={({ currentTarget }) => {
        visit.current = { gesture: newGesture("value"), value };
        currentTarget.select();
        onFocus();
      }}
      onBlur={() => {
        setDraft(null);
        onBlur();
      }}
    />
  );
}
