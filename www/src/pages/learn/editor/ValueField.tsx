import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useAct } from "../../../ui/context";
import { shortcutOf } from "../../../ui/shortcuts";
import { newGesture } from "./gestures";
import { readNumber, shortest, stepped } from "../../../domain/graph/export";

interface ValueFieldProps {
  readonly label: string;
  readonly value: number;
  /** The step of ↑ and ↓; with Shift, ten times as much. */
  readonly step: number;
  readonly onValue: (value: number, gesture: string) => void;
  /** Enter moves to the next field, Shift+Enter to the previous one. */
  readonly onEnter: (field: HTMLInputElement, back: boolean) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** One value, typed or stepped; all changes from focus to blur are one change, which Escape reverts. */
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
  /** The typed text; null: shows the value. */
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
    // Undo and redo apply to the values; a field has no separate history.
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
