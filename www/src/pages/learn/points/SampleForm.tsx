import type { JSX } from "preact";
import type { PointCloud } from "../../../domain/graph/subject";
import { MAX_SAMPLE, PRESETS, sampled } from "../../../domain/points/presets";
import type { PresetId, Sample } from "../../../domain/points/presets";

interface Props {
  readonly cloud: PointCloud;
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
  readonly edit: (cloud: PointCloud, gesture?: string) => void;
}

interface Slider {
  readonly name: "size" | "noise" | "outliers";
  readonly title: string;
  readonly max: number;
  readonly step: number;
}

const SLIDERS: readonly Slider[] = [
  { name: "size", title: "Points", max: MAX_SAMPLE, step: 1 },
  { name: "noise", title: "Noise", max: 0.1, step: 0.002 },
  { name: "outliers", title: "Outliers", max: 30, step: 1 },
];

/** Samples points from a shape. */
export function SampleForm({ cloud, sample, onSample, edit }: Props): JSX.Element {
  const take = (change: Partial<Sample>, gesture?: string): void => {
    const next = { ...sample, ...change };
    onSample(next);
    edit({ ...sampled(next), complex: cloud.complex }, gesture);
  };
  return (
    <div class="points-form">
      <label class="points-field">
        <span>Shape</span>
        <select
          value={sample.preset}
          onChange={({ currentTarget }) => take({ preset: currentTarget.value as PresetId })}
        >
          {PRESETS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {SLIDERS.map(({ name, title, max, step }) => (
        <label class="points-field" key={name}>
          <span>{title}</span>
          <input
            type="range"
            min={0}
            max={max}
            step={step}
            value={sample[name]}
            onInput={({ currentTarget }) => take({ [name]: Number(currentTarget.value) }, `sample ${name}`)}
          />
          <output class="number">{sample[name]}</output>
        </label>
      ))}
      <button type="button" class="button" onClick={() => take({ seed: sample.seed + 1 })}>
        Another sample
      </button>
    </div>
  );
}
