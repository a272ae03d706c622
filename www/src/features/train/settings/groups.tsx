import type { ComponentChildren, JSX } from "preact";
import { CHOICES, PARTS_OF, RANGES } from "../../../domain/settings/settings";
import type { SettingName } from "../../../domain/settings/settings";
import { MAX_EPOCHS } from "../../../store/linked";
import { Choice, Toggle, Typed } from "./fields";
import { FoldFields } from "./FoldFields";
import { list, notNegative, shareOrNothing, whole } from "./parse";
import { EpochsField, FeaturesField, ModelField, RateField, SeedField } from "./quick";
import type { SettingsForm } from "./useSettings";

interface GroupsProps {
  readonly form: SettingsForm;
  /** Those that are in view outside, too. */
  readonly all: boolean;
}

/** The settings by what they are about. */
export function Groups({ form, all }: GroupsProps): JSX.Element {
  const { offered, dataset, wanted } = form;
  return (
    <>
      <Group title="Model">
        {all && <ModelField form={form} />}
        {all && <FeaturesField form={form} />}
        <Typed form={form} name="layers" parse={whole(...RANGES.layers)} />
        <Choice
          form={form}
          name="edges"
          values={offered.edgeFeatures}
          reason={
            offered.edgeFeatures.length < 2
              ? `The edges of ${dataset} have no labels and no attributes.`
              : null
          }
        />
        <Typed form={form} name="width" parse={whole(...RANGES.width)} />
      </Group>
      <Group title="Filter">
        <Choice form={form} name="fixedFilter" values={offered.fixedFilters} />
        <Choice form={form} name="ties" values={CHOICES.ties} />
        <Toggle form={form} name="extended" />
      </Group>
      <Group title="Readout">
        <Choice form={form} name="hat" values={CHOICES.hat} />
        <Typed form={form} name="hats" parse={whole(...RANGES.hats)} />
        <Choice form={form} name="barWeight" values={CHOICES.barWeight} />
        <Typed
          form={form}
          name="dropout"
          parse={shareOrNothing}
          asText={(share) => String(share ?? "")}
          placeholder={String(PARTS_OF[wanted.model].dropout)}
        />
      </Group>
      <Group title="Optimisation">
        {all && <EpochsField form={form} />}
        {all && <RateField form={form} />}
        {all && <SeedField form={form} />}
        <Typed form={form} name="batchSize" parse={whole(...RANGES.batchSize)} />
        <Typed form={form} name="halveAt" parse={list(MAX_EPOCHS)} asText={(epochs) => epochs.join(", ")} />
        <Typed form={form} name="weightDecay" parse={notNegative} />
      </Group>
      <Group title="Folds">
        <FoldFields form={form} />
      </Group>
    </>
  );
}

/** Settings that have a place of their own outside. */
export const QUICK: readonly SettingName[] = ["model", "features", "epochs", "seed", "learningRate"];

function Group({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <fieldset class="setting-group">
      <legend>{title}</legend>
      <div class="setting-fields">{children}</div>
    </fieldset>
  );
}
