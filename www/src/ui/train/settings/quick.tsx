import type { JSX } from "preact";
import { useSlice } from "../../context";
import { CHOICES, MAX_LEARNING_RATE, onSameSplit } from "../../../domain/settings/settings";
import { MAX_EPOCHS, MAX_SEED } from "../../../store/linked";
import { SettingSelect, SettingInput } from "./fields";
import { positive, whole } from "./parse";
import type { SettingsForm } from "./useSettings";

interface PartProps {
  readonly form: SettingsForm;
  readonly brief?: boolean;
}

export function ModelField(props: PartProps): JSX.Element {
  return <SettingSelect {...props} name="model" values={CHOICES.model} />;
}

export function FeaturesField(props: PartProps): JSX.Element {
  return <SettingSelect {...props} name="features" values={props.form.offered.features} />;
}

export function EpochsField(props: PartProps): JSX.Element {
  return <SettingInput {...props} name="epochs" parse={whole(1, MAX_EPOCHS)} />;
}

/** Other initial weights on the same split, which has its own seed. */
export function SeedField(props: PartProps): JSX.Element {
  const { wanted, change } = props.form;
  return (
    <SettingInput
      {...props}
      name="seed"
      parse={whole(0, MAX_SEED)}
      onTyped={(seed) => change(onSameSplit(wanted, seed))}
    />
  );
}

export function RateField(props: PartProps): JSX.Element {
  const now = useSlice(({ run }) => run?.lastStep?.learningRate);
  const halved = now !== undefined && now !== props.form.wanted.learningRate;
  const label = halved ? `Rate, now ${Number(now.toPrecision(3))}` : undefined;
  return <SettingInput {...props} label={label} name="learningRate" parse={positive(MAX_LEARNING_RATE)} />;
}
