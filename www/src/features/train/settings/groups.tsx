import type { ComponentChildren, JSX } from "preact";
import { CHOICES, entryOf, OPTION_ENTRIES, PARTS_OF, rangeOf } from "../../../domain/settings/settings";
import type { SettingName } from "../../../domain/settings/settings";
import { MAX_EPOCHS } from "../../../store/linked";
import { Choice, Toggle, Typed } from "./fields";
import { FoldFields } from "./FoldFields";
import { list, notNegative, shareOrNothing, whole } from "./parse";
import { EpochsField, FeaturesField, ModelField, RateField, SeedField } from "./quick";
import type { SettingsForm } from "./useSettings";

interface GroupsProps {
  readonly form: SettingsForm;
  /** Whether to include settings that are also visible outside. */
  readonly all: boolean;
}

/** The settings by group. */
export function Groups({ form, all }: GroupsProps): JSX.Element {
  const entries = OPTION_ENTRIES.filter(
    ({ key, group }) => group !== "Folds" && (all || !QUICK.includes(key)),
  );
  const titles = [...new Set(entries.map(({ group }) => group))];
  return (
    <>
      {titles.map((title) => (
        <Group key={title} title={title}>
          {entries
            .filter(({ group }) => group === title)
            .map(({ key }) => (
              <Field key={key} form={form} name={key} />
            ))}
        </Group>
      ))}
      <Group title="Folds">
        <FoldFields form={form} />
      </Group>
    </>
  );
}

/** The control of an option: a special one, or the control of its type. */
function Field({ form, name }: { form: SettingsForm; name: SettingName }): JSX.Element {
  const Own = OWN_FIELDS[name];
  if (Own) return <Own form={form} />;
  switch (entryOf(name).kind) {
    case "toggle":
      return <Toggle form={form} name={name} />;
    case "whole":
      return <Typed form={form} name={name as "layers"} parse={whole(...rangeOf(name))} />;
    case "real":
      return <Typed form={form} name={name as "weightDecay"} parse={notNegative} />;
    default:
      return <Choice form={form} name={name as "hat"} values={CHOICES[name as "hat"]} />;
  }
}

/** Options whose values depend on the data set or on limits of the page. */
const OWN_FIELDS: Readonly<Partial<Record<SettingName, (props: { form: SettingsForm }) => JSX.Element>>> = {
  model: ModelField,
  features: FeaturesField,
  epochs: EpochsField,
  learningRate: RateField,
  seed: SeedField,
  edges: ({ form }) => {
    const { edgeFeatures } = form.offered;
    const reason =
      edgeFeatures.length < 2 ? `The edges of ${form.dataset} have no labels and no attributes.` : null;
    return <Choice form={form} name="edges" values={edgeFeatures} reason={reason} />;
  },
  fixedFilter: ({ form }) => <Choice form={form} name="fixedFilter" values={form.offered.fixedFilters} />,
  dropout: ({ form }) => (
    <Typed
      form={form}
      name="dropout"
      parse={shareOrNothing}
      asText={(share) => String(share ?? "")}
      placeholder={String(PARTS_OF[form.wanted.model].dropout)}
    />
  ),
  halveAt: ({ form }) => (
    <Typed form={form} name="halveAt" parse={list(MAX_EPOCHS)} asText={(epochs) => epochs.join(", ")} />
  ),
};

/** Settings with their own place outside the groups. */
export const QUICK: readonly SettingName[] = ["model", "features", "epochs", "seed", "learningRate"];

function Group({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <fieldset class="setting-group">
      <legend>{title}</legend>
      <div class="setting-fields">{children}</div>
    </fieldset>
  );
}
