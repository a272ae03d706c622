import type { JSX } from "preact";
import { useAct, useApp, useShown, useSlice } from "../../ui/context";
import { thresholdAt } from "../../domain/persistence/filtration";
import { DIRECTION_CHOICES } from "../../store/choices";
import type { Directions, Placement } from "../../store/choices";
import { SavePicture } from "../../ui/picture/SavePicture";
import { FixedFilterChoice } from "../../ui/filters/FixedFilterChoice";
import { useWalk } from "../../ui/useWalk";
import { Popover } from "../../ui/Popover";
import { Switch } from "../../ui/Switch";
import type { SwitchChoice } from "../../ui/Switch";
import { SubjectChoice } from "./SubjectChoice";
import { ToolChoice } from "./StageControls";
import { DownloadIcon } from "../../ui/icons";
import { lazily } from "../../ui/lazily";
import { useMemo } from "preact/hooks";
import { filledLoops, loopCounts, MAX_FILLED } from "../../domain/persistence/filled";
import { walkDirection } from "../../store/selectors";
import { useSettled } from "./tools/settled";
import type { FilledLoop, LoopCounts } from "../../domain/persistence/filled";
import { formatValue } from "../../domain/text/values";

/** The graph in view, and how it is shown. */
export function StageTools(): JSX.Element {
  return (
    <div class="stage-tools">
      <SubjectChoice />
      <DirectionChoice />
      <Popover button="View" buttonClass="button">
        <ViewOptions />
      </Popover>
      <ToolChoice stage="values" />
      <ExportMenu />
      <SavePicture name="stage" />
    </div>
  );
}

function ViewOptions(): JSX.Element {
  const act = useAct();
  const stretch = useSlice(({ view }) => view.stretch);
  const extended = useShown().extended;
  return (
    <div class="stage-view">
      <FixedFilterChoice />
      <Placements />
      <label class="check">
        <input
          type="checkbox"
          checked={stretch}
          onChange={({ currentTarget }) => act({ type: "view", change: { stretch: currentTarget.checked } })}
        />
        Stretch the colours to the range of f
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={extended}
          onChange={({ currentTarget }) => act({ type: "view", change: { extended: currentTarget.checked } })}
        />
        Extended persistence: every bar ends
      </label>
      {extended && (
        <p class="popover-text">
          An <b>ordinary</b> pair begins and ends in the first pass. An <b>extended</b> pair ends on the way
          back, so a loop can die at a value before its birth. A <b>relative</b> pair begins and ends on the
          way back: these are the finite bars of the other direction.
        </p>
      )}
      <FilledSwitch />
    </div>
  );
}

function DirectionChoice(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const { graph, filtration } = useShown();
  const { position } = useWalk();
  const choose = (directions: Directions): void => {
    act({ type: "view", change: { directions } });
    if (!filtration || position >= 0) return;
    // K⁰ is now at the other end.
    const walk = topology.walk(graph, filtration, directions === "super" ? "super" : "sub");
    act({ type: "view", change: { threshold: thresholdAt(walk, -1) } });
  };
  return (
    <Switch
      legend="Filtration"
      choices={DIRECTION_CHOICES}
      chosen={useSlice(({ view }) => view.directions)}
      onChoose={choose}
    />
  );
}

const PLACEMENTS: readonly SwitchChoice<Placement>[] = [
  { id: "value", title: "Vertices at x = f" },
  { id: "free", title: "Free layout" },
];

function Placements(): JSX.Element {
  const act = useAct();
  return (
    <Switch
      legend="Layout"
      choices={PLACEMENTS}
      chosen={useSlice(({ view }) => view.placement)}
      onChoose={(placement) => act({ type: "view", change: { placement } })}
    />
  );
}

// Loaded when the menu is first opened.
const ExportItems = lazily(() => import("./editor/ExportItems").then((module) => module.ExportItems));

/** Exports the graph in view as a file or a link. */
function ExportMenu(): JSX.Element {
  return (
    <Popover label="Export" button={<DownloadIcon />} buttonClass="button icon-button export-button" onDemand>
      <ExportItems />
    </Popover>
  );
}

/** Up to this number of edges, the loops update in every frame of a drag. */
const MAX_LIVE = 300;

/** Fills the triangles of the graph in view and describes the effect on its loops. */
function FilledSwitch(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const { graph, filtration } = useShown();
  const filled = useSlice(({ view }) => view.filled);
  const threshold = useSlice(({ view }) => view.threshold);
  const direction = useSlice(walkDirection);
  const small = graph.vertices <= MAX_FILLED;
  const asked = useMemo(
    () => ({ graph, filter: filtration?.filter, direction }),
    [graph, filtration, direction],
  );
  const on = useSettled(asked, graph.edges.length <= 2 * MAX_LIVE);
  const loops = useMemo(() => {
    if (on.graph.vertices > MAX_FILLED || !on.filter) return [];
    const barcodes = topology.filled(on.graph, on.filter);
    return filledLoops(on.direction === "sub" ? barcodes.sublevel : barcodes.superlevel);
  }, [topology, on]);
  return (
    <div class="filled-switch">
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={filled && small}
          disabled={!small || !filtration}
          onChange={(event) => act({ type: "view", change: { filled: event.currentTarget.checked } })}
        />
        Fill the triangles
      </label>
      <p class="tool-text tool-sentence" aria-live="polite">
        {!small
          ? `Filled triangles need a graph of at most ${MAX_FILLED} vertices; this graph has ${graph.vertices}.`
          : describeFilling(loopCounts(filtration?.bars ?? [], loops, direction, threshold), loops, filled)}
      </p>
    </div>
  );
}

/** The effect of filled triangles on β₁ at t. */
export function describeFilling(
  { open, filled }: LoopCounts,
  loops: readonly FilledLoop[],
  isFilled: boolean,
): string {
  const now = `β₁ = ${open} here`;
  if (!isFilled) {
    return open === 0 ? `${now}: there is no loop.` : `${now}: in a graph, nothing fills a loop.`;
  }
  const change = open === filled ? `β₁ stays ${open} here` : `β₁ falls from ${open} to ${filled} here`;
  const lasting = loops.flatMap(({ birth, death }) =>
    death === null ? [] : [`(${formatValue(birth)}, ${formatValue(death)})`],
  );
  if (lasting.length === 0) {
    if (filled === 0 && open > 0) return `${change}: triangles fill every loop at its birth.`;
    if (open !== filled) return `${change}: triangles fill the others at their birth.`;
    return open === 0 ? `${change}.` : `${change}: no triangle fills them.`;
  }
  if (lasting.length === 1) return `${change}. The loop ${lasting[0]!} lasts until it is filled.`;
  const listed = lasting.slice(0, 3).join(", ") + (lasting.length > 3 ? " and more" : "");
  return `${change}. ${lasting.length} loops last until they are filled: ${listed}.`;
}
