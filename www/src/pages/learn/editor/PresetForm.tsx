import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAct } from "../../../ui/context";
import { PRESET_GROUPS, PRESETS } from "./presets";
import { SeedField } from "./SeedField";

/** Shows a preset graph. */
export function PresetForm(): JSX.Element {
  const act = useAct();
  const [chosen, setChosen] = useState(PRESETS[0]!);
  const [size, setSize] = useState(chosen.size?.first ?? 0);
  const [seed, setSeed] = useState(1);
  const choose = (id: string): void => {
    const preset = PRESETS.find((one) => one.id === id)!;
    setChosen(preset);
    setSize(preset.size?.first ?? 0);
  };
  const open = (event: Event): void => {
    event.preventDefault();
    act({ type: "own-graph", graph: chosen.make(size, seed) });
  };
  return (
    <form class="editor-line editor-wrap" onSubmit={open}>
      <label class="editor-field editor-wide">
        <span class="editor-label">Start with</span>
        <select value={chosen.id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {PRESET_GROUPS.map((group) => (
            <optgroup key={group} label={group}>
              {PRESETS.filter((preset) => preset.group === group).map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {chosen.size && (
        <label class="editor-field">
          <span class="editor-label">{chosen.size.label}</span>
          <input
            type="number"
            min={chosen.size.least}
            max={chosen.size.most}
            step={1}
            value={Number.isNaN(size) ? "" : size}
            onInput={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
          />
        </label>
      )}
      {chosen.random && <SeedField label="Seed" seed={seed} onSeed={setSeed} />}
      <button type="submit" class="button">
        Open
      </button>
    </form>
  );
}
