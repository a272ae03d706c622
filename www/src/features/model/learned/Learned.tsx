import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSlice } from "../../context";
import { FitSwitch } from "../../shell/FitSwitch";
import { modelName } from "../../../domain/settings/models";
import { sentence } from "../../../domain/text/format";
import type { TrainingConfig } from "../../../protocol";
import { BesideChoice } from "./BesideChoice";
import { Finding, PairFinding } from "./Finding";
import { nameOfOthers } from "./association";
import { OnDegrees } from "./OnDegrees";
import { PairChoice } from "./PairChoice";
import { QuantityRows } from "./QuantityRows";
import { SwapIn } from "./SwapIn";
import { useBeside } from "./useBeside";
import { useFindings } from "./useFindings";
import type { Quantities } from "./useQuantities";

/** The quantities, and f against the selected one: until the user selects one, the quantity that explains most. */
export function Learned({ ids, labels, asTable }: Quantities & { asTable: boolean }): JSX.Element | null {
  const { order, found, untrained, waiting, error } = useFindings(ids);
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  const [fixed, setFixed] = useState<TrainingConfig["fixedFilter"] | null>(null);
  const offered = useSlice(({ data }) => data?.summary.fixedFilters);
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const beside = useBeside(fixed !== null && offered?.includes(fixed) ? fixed : null, ids);
  const rows = useSlice(({ data }) => data?.rows);
  const others = useMemo(() => nameOfOthers(rows ?? []), [rows]);
  const chosen = first !== null && ids.includes(first) ? first : order[0];
  if (chosen === undefined) return null;
  const other = second !== null && second !== chosen && ids.includes(second) ? second : null;
  const seen = { alone: found, labels, others, untrained, asTable };
  return (
    <>
      <FixedFilter />
      <OnDegrees />
      {error !== null && <p class="learned-error">{sentence(error)}</p>}
      <QuantityRows
        waiting={waiting}
        ids={order}
        found={found}
        beside={beside}
        chosen={chosen}
        others={others}
        onChoose={setFirst}
      />
      <div class="level-choices">
        <PairChoice first={chosen} ids={ids} second={other} onChoose={setSecond} />
        {!asTable && <FitSwitch />}
      </div>
      {other === null ? (
        <Finding {...seen} ids={[chosen]} found={found.get(chosen) ?? null} beside={beside} />
      ) : (
        <PairFinding {...seen} first={chosen} second={other} />
      )}
      <BesideChoice
        chosen={beside === null ? null : fixed}
        found={beside}
        others={others}
        onChoose={setFixed}
      />
      {/* It evaluates the model with another filter, and a run log has no weights. */}
      {!logged && <SwapIn ids={other === null ? [chosen] : [chosen, other]} />}
    </>
  );
}

/** The text for a model without a learned filter. */
function FixedFilter(): JSX.Element | null {
  const model = useSlice(({ run }) => run?.summary.config.model);
  const filter = useSlice(({ run }) => run?.summary.config.fixedFilter);
  if (model !== "ph-only" || filter === undefined) return null;
  return (
    <p class="model-hint">
      {modelName(model)} learns no filter: its f is fixed ({filter.replace("attribute:", "attribute ")}).
    </p>
  );
}
