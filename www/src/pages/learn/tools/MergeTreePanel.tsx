import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useShown, useSlice } from "../../../ui/context";
import { isLoop } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import { positionAt } from "../../../domain/persistence/filtration";
import type { Walk, GrowingPoints } from "../../../domain/persistence/filtration";
import { mergeTree, survivorsAmong } from "../../../domain/persistence/mergeTree";
import { rowsOf } from "../../../plots/stage/rows";
import type { StageRow } from "../../../plots/stage/rows";
import { useSides } from "../useSides";
import { describeCrossing, describeCut, describeTree } from "./describeTree";
import { MergeTreePlot } from "./MergeTreePlot";
import { NoFiltration, ToolFrame } from "./ToolFrame";

/** More branches are not readable. */
const MAX_BRANCHES = 60;

/** The components of the filtration as a tree, and its pieces: the bars of H₀. */
export function MergeTreePanel(): JSX.Element {
  const { filtration, growing } = useShown();
  return (
    <ToolFrame title="Merge tree">
      {growing ? <TreeOfPoints growing={growing} /> : filtration ? <TreeOfGraph /> : <NoFiltration />}
    </ToolFrame>
  );
}

function TreeOfGraph(): JSX.Element {
  const { topology } = useApp();
  const { graph, filtration } = useShown();
  const { filter } = filtration!;
  const { side } = useSides();
  const { walk, position, threshold } = side;
  const rows = useMemo(
    () => side.rows.filter(({ bar }) => !isLoop(bar.kind) && bar.kind !== "h0Extended"),
    [side.rows],
  );
  const survivor = useMemo(() => {
    const entry = new Map(Array.from(walk.order, (vertex, place) => [vertex, place]));
    return (bar: Bar): number =>
      Array.from(topology.joins(graph, filter, bar)).reduce((eldest, vertex) =>
        entry.get(vertex)! < entry.get(eldest)! ? vertex : eldest,
      );
  }, [topology, graph, filter, walk]);
  return <Tree {...{ rows, survivor, walk, position, threshold }} axis="f" />;
}

function TreeOfPoints({ growing }: { readonly growing: GrowingPoints }): JSX.Element {
  const threshold = useSlice(({ view }) => view.threshold);
  const { walk, bars } = growing;
  const rows = useMemo(
    () =>
      rowsOf(
        bars.filter(({ kind }) => !isLoop(kind)),
        "sub",
        threshold,
      ),
    [bars, threshold],
  );
  const survivor = useMemo(() => survivorsAmong(growing), [growing]);
  return <Tree {...{ rows, survivor, walk, threshold }} position={positionAt(walk, threshold)} axis="t" />;
}

interface TreeProps {
  /** The bars of components. */
  readonly rows: readonly StageRow[];
  /** The birth vertex of the component that survives the death of a bar; the same function for the same filtration. */
  readonly survivor: (bar: Bar) => number;
  readonly walk: Walk;
  readonly position: number;
  readonly threshold: number | null;
  /** The name of the axis. */
  readonly axis: string;
}

function Tree({ rows, survivor, walk, position, threshold, axis }: TreeProps): JSX.Element {
  const [cut, setCut] = useState(false);
  const tooMany = rows.length > MAX_BRANCHES;
  const branches = useMemo(
    () =>
      tooMany
        ? []
        : mergeTree(
            rows.map(({ bar }) => bar),
            survivor,
          ),
    // The rows change with t, their bars with the filtration.
    [survivor, tooMany, rows.map(({ bar }) => bar.id).join()],
  );
  if (tooMany)
    return (
      <p class="tool-text">
        This filtration has {rows.length} components of positive length. Its tree is shown for at most{" "}
        {MAX_BRANCHES}.
      </p>
    );
  return (
    <>
      <p class="tool-text">{describeTree(branches)}</p>
      <MergeTreePlot rows={rows} branches={branches} cut={cut} direction={walk.direction} axis={axis} />
      <p class="tool-text" aria-live="polite">
        {describeCrossing(branches, walk, position, threshold)}
      </p>
      <p class="tool-text">
        <button type="button" class="button" aria-pressed={cut} onClick={() => setCut(!cut)}>
          {cut ? "Join the bars into the tree" : "Cut the tree into bars"}
        </button>
      </p>
      <p class="tool-text">{describeCut(cut)}</p>
    </>
  );
}
