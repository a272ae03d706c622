import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { BarsPanel } from "./BarsPanel";
import { DataPanel } from "./DataPanel";
import { DiagramPanel } from "./DiagramPanel";
import { DropZone } from "./DropZone";
import { GraphPanel } from "./GraphPanel";
import { Header } from "./Header";
import { Notices } from "./Notices";
import { Tabs } from "./Tabs";
import type { Tab } from "./Tabs";
import { TrainPanel } from "./TrainPanel";

type Layout = "wide" | "medium" | "narrow";
type PanelId = "bars" | "diagram" | "train" | "data";

const layout = signal<Layout>("wide");
const tab = signal<PanelId>("bars");

/** Panels that share a place, and take turns in it, in each layout. */
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

function useLayout(): void {
  useEffect(() => {
    const wide = matchMedia("(min-width: 1200px)");
    const medium = matchMedia("(min-width: 900px)");
    const changed = (): void => {
      layout.value = wide.matches ? "wide" : medium.matches ? "medium" : "narrow";
      if (layout.value === "medium" && tab.value === "train") tab.value = "bars";
    };
    changed();
    wide.addEventListener("change", changed);
    medium.addEventListener("change", changed);
    return () => {
      wide.removeEventListener("change", changed);
      medium.removeEventListener("change", changed);
    };
  }, []);
}

export function App(): JSX.Element {
  useLayout();
  const tabs = TABS[layout.value];
  const place = (id: PanelId, panel: JSX.Element): JSX.Element => {
    if (!tabs.some((other) => other.id === id)) {
      return <div class={`place area-${id}`}>{panel}</div>;
    }
    return (
      <div
        class={`place area-${id}`}
        role="tabpanel"
        id={`panel-${id}`}
        aria-labelledby={`tab-${id}`}
        hidden={tab.value !== id}
      >
        {panel}
      </div>
    );
  };
  return (
    <>
      <Header />
      <main class="layout" data-layout={layout.value}>
        <div class="place area-graph">
          <GraphPanel />
        </div>
        {tabs.length > 0 && (
          <div class="area-tabs">
            <Tabs label="Panels" tabs={tabs} selected={tab.value} onSelect={(id) => (tab.value = id)} />
          </div>
        )}
        {place("bars", <BarsPanel />)}
        {place("diagram", <DiagramPanel />)}
        {place("train", <TrainPanel />)}
        {place("data", <DataPanel />)}
      </main>
      <Notices />
      <DropZone />
    </>
  );
}
