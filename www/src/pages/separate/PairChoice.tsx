import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { originalOf } from "../../domain/graph/graph";
import { useAct, useApp, useOwnId, useShown, useSlice } from "../../ui/context";
import { noteAssumptions } from "../../ui/files/assumptions";
import { readGraph6 } from "../../ui/files/reading";
import type { Separation } from "../../store/state";
import type { PairSummary } from "../../protocol";
import type { App } from "../../ui/context";

const TITLES = ["First graph", "Second graph"] as const;

/** A list of pairs with more entries is too long for a menu. */
const LONGEST = 200;

/** The choice of two graphs: from a family, at random, as text, from a file, or the graph of the other pages. */
export function PairChoice({ problem }: { readonly problem: string | null }): JSX.Element {
  const page = useApp();
  const { topology } = page;
  const act = useAct();
  const separation = useSlice(({ view }) => view.separation);
  const graph = originalOf(useShown().graph);
  const [trouble, setTrouble] = useState<string | null>(null);
  const families = useMemo(() => topology.pairFamilies(), [topology]);
  // Reading a file takes time, in which other choices change.
  const current = (): Separation => page.store.state.peek().view.separation;
  const show = (change: Partial<Separation>): void => {
    setTrouble(null);
    act({ type: "view", change: { separation: { ...current(), round: null, ...change } } });
  };
  const withGraph = (which: 0 | 1, text: string): void => {
    const [first, second] = current().graphs;
    show({ graphs: which === 0 ? [text, second] : [first, text] });
  };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section class="separate-choice" aria-label="Choice of the graphs">
      <FamilyChoice families={families} separation={separation} onChoose={(graphs) => show({ graphs })} />
      {TITLES.map((title, index) => {
        const which = index === 0 ? 0 : 1;
        return (
          <GraphText
            key={title}
            title={title}
            text={separation.graphs[which]}
            onText={(text) => withGraph(which, text)}
            onFile={(files) =>
              void readFiles(page, files).then(
                (text) => text !== null && withGraph(which, text),
                (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)),
              )
            }
            onShown={() => attempt(() => withGraph(which, topology.toGraph6(graph)))}
          />
        );
      })}
      <p class="separate-problem" role="alert">
        {trouble ?? problem}
      </p>
    </section>
  );
}

interface FamilyChoiceProps {
  readonly families: readonly { readonly id: string; readonly title: string; readonly description: string }[];
  readonly separation: Separation;
  readonly onChoose: (graphs: readonly [string, string]) => void;
}

function FamilyChoice({ families, separation, onChoose }: FamilyChoiceProps): JSX.Element {
  const { topology } = useApp();
  const pairsOf = (family: string): readonly PairSummary[] => topology.familyPairs(family).slice(0, LONGEST);
  const contains = ({ graphs }: PairSummary): boolean => isSame(graphs, separation.graphs);
  // A link names the graphs, and the menu shows their family.
  const [family, setFamily] = useState(
    () => families.find(({ id }) => pairsOf(id).some(contains))?.id ?? "necklaces",
  );
  const pairs = useMemo(() => pairsOf(family), [topology, family]);
  const chosen = pairs.findIndex(contains);
  const familyId = useOwnId();
  const pairId = useOwnId();
  const choose = (pair: PairSummary | undefined): void => {
    if (pair) onChoose(pair.graphs);
  };
  return (
    <>
      <div class="separate-row fields">
        <span class="separate-field">
          <label for={familyId}>Pairs</label>
          <select
            id={familyId}
            value={family}
            onChange={({ currentTarget: { value } }) => {
              setFamily(value);
              choose(topology.familyPairs(value)[0]);
            }}
          >
            {families.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </span>
        <span class="separate-field">
          <label for={pairId}>Pair</label>
          <select
            id={pairId}
            value={String(chosen)}
            onChange={({ currentTarget: { value } }) => choose(pairs[Number(value)])}
          >
            {chosen < 0 && <option value="-1">none of these</option>}
            {pairs.map(({ names }, index) => (
              <option key={names.join()} value={String(index)}>
                {names.join(" – ")}
              </option>
            ))}
          </select>
        </span>
        <button
          type="button"
          class="button"
          onClick={() => choose(pairs[Math.floor(Math.random() * pairs.length)])}
        >
          Random pair
        </button>
      </div>
      <p class="model-hint">
        {chosen < 0
          ? "The graphs below are not a pair of this family."
          : families.find(({ id }) => id === family)?.description}
      </p>
    </>
  );
}

const isSame = (a: readonly [string, string], b: readonly [string, string]): boolean =>
  a[0] === b[0] && a[1] === b[1];

interface GraphTextProps {
  readonly title: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFile: (files: readonly File[]) => void;
  readonly onShown: () => void;
}

/** A graph as text; a file may be dropped on it. */
function GraphText({ title, text, onText, onFile, onShown }: GraphTextProps): JSX.Element {
  const id = useOwnId();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <div
      class="separate-row fields"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onFile([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label for={id}>{title}</label>
      <input
        id={id}
        type="text"
        class="separate-text"
        spellcheck={false}
        autocomplete="off"
        aria-description="in graph6 or sparse6"
        value={typed}
        onInput={({ currentTarget: { value } }) => setTyped(value)}
        onChange={({ currentTarget: { value } }) => onText(value.trim())}
      />
      <label class="button separate-file">
        Open file
        <input
          type="file"
          class="visually-hidden"
          aria-label={`Open file: ${title}`}
          onChange={({ currentTarget }) => {
            onFile([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </label>
      <button
        type="button"
        class="button"
        onClick={onShown}
        aria-label={`Graph in view: ${title}`}
        title="The graph of Learn or Inspect"
      >
        Graph in view
      </button>
    </div>
  );
}

async function readFiles(page: App, files: readonly File[]): Promise<string | null> {
  const named = files.map(async (file) => ({
    path: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }));
  const read = await readGraph6(page, await Promise.all(named));
  if (read !== null) noteAssumptions(page.store, files[0]!.name, read.notes);
  return read?.text ?? null;
}
