import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useApp } from "./context";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/** The ids of the panel of a tab, and of the tab that names it. */
export function panelIds(app: string, tab: string): { id: string; "aria-labelledby": string } {
  return { id: `${app}-panel-${tab}`, "aria-labelledby": `${app}-tab-${tab}` };
}

/** A row of tabs; `panelIds` belong on their panels. Arrow keys move along the row. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>): JSX.Element {
  const { id: app } = useApp();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const tab = tabs[(target + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.id);
    row.current?.querySelector<HTMLElement>(`#${app}-tab-${tab.id}`)?.focus();
  };
  return (
    <div ref={row} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          id={`${app}-tab-${id}`}
          type="button"
          role="tab"
          class="tab"
          aria-selected={id === selected}
          aria-controls={`${app}-panel-${id}`}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
