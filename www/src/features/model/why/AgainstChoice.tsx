import type { JSX } from "preact";
import type { Against } from "./target";

interface AgainstChoiceProps {
  /** The class whose score is explained. */
  readonly of: number;
  readonly classes: number;
  readonly chosen: Against;
  readonly nameOf: (label: number) => string;
  readonly onChoose: (against: Against) => void;
}

/** Explains the score alone, or its lead over the score of another class. */
export function AgainstChoice({ of, classes, chosen, nameOf, onChoose }: AgainstChoiceProps): JSX.Element {
  const others = Array.from({ length: classes }, (_, label) => label).filter((label) => label !== of);
  return (
    <select
      aria-label="Minus the score of"
      value={String(chosen === of ? "none" : chosen)}
      onChange={({ currentTarget: { value } }) =>
        onChoose(value === "none" || value === "next" ? value : Number(value))
      }
    >
      <option value="none">score alone</option>
      <option value="next">minus next class</option>
      {others.length > 1 &&
        others.map((label) => (
          <option key={label} value={String(label)}>
            minus {nameOf(label)}
          </option>
        ))}
    </select>
  );
}
