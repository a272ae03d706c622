import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useApp, useOwnId, useSlice } from "../context";
import type { Separation } from "../../store/state";
import { DescriptorTable } from "./DescriptorTable";
import { EvidencePanel } from "./EvidencePanel";
import { PairChoice } from "./PairChoice";
import { PairGraphs } from "./PairGraphs";
import { PairSearch } from "./PairSearch";
import { useComparisons, usePair } from "./useComparisons";
import "../shell/fields.css";
import "./separate.css";

/** Two graphs, the descriptors that separate them, and the evidence. */
export function SeparatePage(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const separation = useSlice(({ view }) => view.separation);
  const descriptors = useMemo(() => topology.descriptors(), [topology]);
  const ids = useMemo(() => descriptors.map(({ id }) => id), [descriptors]);
  const { pair, problem } = usePair(separation.graphs);
  const chosen = descriptors.find(({ id }) => id === separation.descriptor) ?? descriptors[0]!;
  const found = useComparisons(pair, ids, chosen.id, separation.layers);
  const comparison = found[chosen.id] ?? null;
  const change = (part: Partial<Separation>): void =>
    act({ type: "view", change: { separation: { ...separation, ...part } } });
  return (
    <main class="separate-page">
      <PairChoice problem={problem} />
      {pair && (
        <>
          <PairGraphs graphs={pair.graphs} evidence={comparison?.evidence ?? null} round={separation.round} />
          <DescriptorTable
            descriptors={descriptors}
            found={found}
            chosen={chosen.id}
            onChoose={(descriptor) => change({ descriptor, round: null })}
          />
          <div class="separate-details">
            {chosen.id === "gin" && (
              <Layers layers={separation.layers} onLayers={(layers) => change({ layers })} />
            )}
            <EvidencePanel descriptor={chosen} comparison={comparison} graphs={pair.graphs}>
              <PairSearch
                key={`${chosen.id} ${separation.layers}`}
                descriptor={chosen}
                layers={separation.layers}
                onFound={(graphs) => change({ graphs, round: null })}
              />
            </EvidencePanel>
          </div>
        </>
      )}
    </main>
  );
}

const MOST_LAYERS = 20;

function Layers({
  layers,
  onLayers,
}: {
  readonly layers: number;
  readonly onLayers: (layers: number) => void;
}): JSX.Element {
  const id = useOwnId();
  return (
    <p class="separate-row fields">
      <label for={id}>Layers</label>
      <input
        id={id}
        type="number"
        min={0}
        max={MOST_LAYERS}
        value={layers}
        onChange={({ currentTarget }) => {
          const wanted = Math.round(Number(currentTarget.value));
          if (Number.isFinite(wanted)) onLayers(Math.min(Math.max(wanted, 0), MOST_LAYERS));
        }}
      />
    </p>
  );
}
