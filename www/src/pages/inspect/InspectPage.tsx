import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAct, useApp, useSlice } from "../../ui/context";
import type { PanelId } from "../../store/state";
import { DataPanel } from "./data/DataPanel";
import { panelIds, Tabs } from "../../ui/Tabs";
import type { Tab } from "../../ui/Tabs";
import { TrainPanel } from "../../ui/train/TrainPanel";
import { BarsPanel } from "./BarsPanel";
import { DiagramPanel } from "./DiagramPanel";
import { GraphPanel } from "./GraphPanel";

type Layout = "wide" | "medium" | "narrow";

/** Panels that share a place as tabs, in each layout. */
const TABS: Readonly<Record<Layout, readonly Tab<PanelId>[]>> = {
  wide: [],
  medium: [
    { id: "bars", title: "Bars" },
    { id: "diagram", title: "Diagram" },
    { id: "data", title: "Data" },
  ],
  narrow: [
    { id: "bars", title: "Bars" },
    { id: "diagram", title: "Diagram" },
    { id: "train", title: "Train" },
    { id: "data", title: "Data" },
  ],
};

const WIDE = "(min-width: 1200px)";
const MEDIUM = "(min-width: 900px)";

function currentLayout(): Layout {
  if (matchMedia(WIDE).matches) return "wide";
  return matchMedia(MEDIUM).matches ? "medium" : "narrow";
}

/** The window of a laptop: the graph gets the height of the settings and curves, which are then behind buttons. */
const LOW = "(min-width: 900px) and (max-height: 899px)";

function useLayout(): { readonly layout: Layout; readonly isLow: boolean } {
  const current = () => ({ layout: currentLayout(), isLow: matchMedia(LOW).matches });
  const [layout, setLayout] = useState(current);
  useEffect(() => {
    const queries = [matchMedia(WIDE), matchMedia(MEDIUM), matchMedia(LOW)];
    const changed = (): void => setLayout(current());
    for (const query of queries) query.addEventListener("change", changed);
    return () => {
      for (const query of queries) query.removeEventListener("change", changed);
    };
  }, []);
  return layout;
}

/** A data set, one of its graphs with all its quantities, and training. */
export function InspectPage({ Points }: { readonly Points: ComponentType }): JSX.Element {
  const { id } = useApp();
  const act = useAct();
  const { layout, isLow } = useLayout();
  const panel = useSlice(({ view }) => view.panel);
  const tabs = TABS[layout];
  // If the panel has its own place in this layout, the shared place shows the first tab.
  const selected = tabs.some((tab) => tab.id === panel) ? panel : "bars";
  const place = (name: PanelId, content: JSX.Element): JSX.Element => {
    if (!tabs.some((tab) => tab.id === name)) return <div class={`place area-${name}`}>{content}</div>;
    return (
      <div class={`place area-${name}`} role="tabpanel" {...panelIds(id, name)} hidden={selected !== name}>
        {content}
      </div>
    );
  };
  return (
    <main class="layout" data-layout={layout} translate={false}>
      <div class="place area-graph">
        <GraphPanel Points={Points} />
      </div>
      {tabs.length > 0 && (
        <div class="area-tabs">
          <Tabs
            label="Panels"
            tabs={tabs}
            selected={selected}
            onSelect={(name) => act({ type: "view", change: { panel: name } })}
          />
        </div>
      )}
      {place("bars", <BarsPanel />)}
      {place("diagram", <DiagramPanel />)}
      {place("train", <TrainPanel compact={isLow} />)}
      {place("data", <DataPanel />)}
    </main>
  );
}
