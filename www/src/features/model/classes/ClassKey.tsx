import type { JSX } from "preact";
import { formatCount, plural } from "../../../domain/text/format";
import type { ClassBars } from "../../../protocol";
import { roleOf } from "./ClassCurves";

interface ClassKeyProps {
  /** null: not computed yet. */
  readonly bars: ClassBars | null;
  readonly count: number;
  readonly compared: readonly number[];
  readonly nameOf: (label: number) => string;
  readonly onCompare: (compared: readonly [number, number]) => void;
}

/** The classes and their lines; with more than two classes, the choice of the two compared ones. */
export function ClassKey({ bars, count, compared, nameOf, onCompare }: ClassKeyProps): JSX.Element {
  const graphs = (label: number): string => (bars ? formatCount(bars.graphs[label] ?? 0) : "–");
  const all = Array.from({ length: count }, (_, label) => label);
  /** The other class steps aside. */
  const choose = (place: number, label: number): void => {
    const [own, other] = [compared[place]!, compared[1 - place]!];
    const stays = other === label ? own : other;
    onCompare(place === 0 ? [label, stays] : [stays, label]);
  };
  return (
    <div class="class-key" data-picture>
      {compared.map((label, place) => (
        <span key={place} class="class-key-entry">
          <LineSample label={label} compared={compared} />
          {count > 2 ? (
            <select
              aria-label={place === 0 ? "First class" : "Second class"}
              value={label}
              onChange={({ currentTarget }) => choose(place, Number(currentTarget.value))}
            >
              {all.map((other) => (
                <option key={other} value={other}>
                  {nameOf(other)}
                </option>
              ))}
            </select>
          ) : (
            <b>{nameOf(label)}</b>
          )}
          <span class="class-key-count">
            {graphs(label)} {bars?.graphs[label] === 1 ? "graph" : "graphs"}
          </span>
        </span>
      ))}
      {count > 2 && (
        <ul
          class="class-key-others"
          aria-label={plural(count - compared.length, "other class", "other classes")}
        >
          {all
            .filter((label) => !compared.includes(label))
            .map((label) => (
              <li key={label} class="class-key-entry">
                <LineSample label={label} compared={compared} />
                {nameOf(label)}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function LineSample({
  label,
  compared,
}: {
  readonly label: number;
  readonly compared: readonly number[];
}): JSX.Element {
  return (
    <svg class="class-sample" width={24} height={12} aria-hidden="true">
      {compared.includes(label) && <rect class={`class-band class-${label % 8}`} width={24} height={12} />}
      <path class={`class-line class-${label % 8} ${roleOf(label, compared)}`} d="M0 6H24" />
    </svg>
  );
}
