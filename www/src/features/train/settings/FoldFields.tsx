import type { JSX } from "preact";
import { useApp } from "../../context";
import {
  CHOICES,
  DEFAULTS,
  MAX_FOLDS,
  MIN_FOLDS,
  SHIPPED_FOLDS,
  isShipped,
} from "../../../domain/settings/settings";
import type { Settings } from "../../../domain/settings/settings";
import { plural, sentence } from "../../../domain/text/format";
import { openFolds } from "../../data/pickers";
import { Choice, Toggle, Typed } from "./fields";
import { MAX_SEED } from "../../../store/linked";
import { whole, wholeOrNothing } from "./parse";
import type { SettingsForm } from "./useSettings";

/** The assignment of the graphs to folds, and the test folds. */
export function FoldFields({ form }: { form: SettingsForm }): JSX.Element {
  const app = useApp();
  const { wanted, foldFiles, withoutShippedFolds } = form;
  const { splits, fold, folds } = wanted;
  const without: Settings["splits"][] = [];
  if (withoutShippedFolds !== null) without.push(...SHIPPED_FOLDS.origins);
  if (foldFiles === null && splits !== "files") without.push("files");
  without.push(form.offered.namesSplit ? "seed" : "data");
  const chooseOrigin = (origin: Settings["splits"]): void => {
    const own = splits === "seed" ? folds : DEFAULTS.folds;
    const count = isShipped(origin)
      ? SHIPPED_FOLDS.folds
      : origin === "files"
        ? (foldFiles?.folds ?? folds)
        : own;
    form.change({ splits: origin, folds: count, fold: Math.min(fold, count) });
  };
  return (
    <>
      <div class="setting-origin">
        <Choice form={form} name="splits" values={CHOICES.splits} without={without} onChoose={chooseOrigin} />
        {withoutShippedFolds !== null && (
          <p class="field-help">Not the folds of the paper’s code: {sentence(withoutShippedFolds)}</p>
        )}
        <p class="field-help">
          {foldFiles === null
            ? "From files: train_idx-K.txt, test_idx-K.txt and optionally validation_idx-K.txt for each fold K, with one 0-based graph index per line. The files stay on this machine and are not part of a link."
            : `Your files have ${plural(foldFiles.folds, "fold", "folds")}. They are not part of a link.`}
        </p>
        <button type="button" class="button" disabled={form.disabled} onClick={() => openFolds(app)}>
          Choose files of folds …
        </button>
      </div>
      <Typed
        form={form}
        name="folds"
        parse={whole(MIN_FOLDS, MAX_FOLDS)}
        reason={
          splits === "seed"
            ? null
            : isShipped(splits)
              ? "The paper’s code has ten folds."
              : splits === "data"
                ? "One fold: the file names the part of each graph."
                : "The files determine the number of folds."
        }
        onTyped={(count) => form.change({ folds: count, fold: Math.min(fold, count) })}
      />
      <Typed form={form} name="fold" parse={whole(1, folds)} />
      <Typed
        form={form}
        name="splitSeed"
        parse={wholeOrNothing(0, MAX_SEED)}
        asText={(seed) => String(seed ?? "")}
        placeholder={String(wanted.seed)}
        reason={splits === "seed" ? null : "These folds are fixed."}
      />
      <Toggle form={form} name="validation" />
    </>
  );
}
