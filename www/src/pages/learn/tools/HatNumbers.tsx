import type { JSX } from "preact";
import { useOwnId } from "../../../ui/context";
import type { Hat } from "../../../domain/persistence/vectors";

const FIELDS: readonly { readonly name: keyof Hat; readonly title: string }[] = [
  { name: "birth", title: "Birth" },
  { name: "death", title: "Death" },
  { name: "radius", title: "Radius" },
];

/** Number fields for the parameters of the hat. */
export function HatNumbers({
  hat,
  step,
  onHat,
}: {
  hat: Hat;
  step: number;
  onHat: (hat: Hat) => void;
}): JSX.Element {
  const id = useOwnId();
  return (
    <div class="hat-numbers">
      {FIELDS.map(({ name, title }) => (
        <div key={name}>
          <label for={`${id}-${name}`}>{title}</label>
          <input
            id={`${id}-${name}`}
            type="number"
            step={step}
            {...(name === "radius" ? { min: 0 } : {})}
            value={Number(hat[name].toFixed(4))}
            onChange={(event) => {
              const value = event.currentTarget.valueAsNumber;
              if (Number.isFinite(value)) onHat({ ...hat, [name]: value });
            }}
          />
        </div>
      ))}
    </div>
  );
}
