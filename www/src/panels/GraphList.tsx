import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { controller, data, graphFilter, run, shown, store } from "../state/app";
import { filterGraphs, isWrong } from "../state/graphs";
import { nameOfClass } from "./format";
import { withGraphFilter } from "../state/updates";
import type { Part } from "../protocol";

const ROW_HEIGHT = 28;
/** Rows drawn above and below the visible ones. */
const MARGIN = 6;

const PARTS: readonly { part: Part | null; title: string }[] = [
  { part: null, title: "All parts" },
  { part: "train", title: "Training part" },
  { part: "validation", title: "Validation part" },
  { part: "test", title: "Test part" },
];
const SHORT_PARTS: Readonly<Record<Part, string>> = { train: "train", validation: "valid.", test: "test" };

type Item =
  | { readonly type: "class"; readonly class: number; readonly count: number }
  | { readonly type: "graph"; readonly index: number };

const predictions = computed(() => run.value?.predictions ?? null);

/** The passing graphs with a heading for each class. */
const items = computed<readonly Item[]>(() => {
  const rows = data.value?.rows ?? [];
  const list: Item[] = [];
  const passing = filterGraphs(
    rows,
    graphFilter.value,
    graphFilter.value.wrongOnly ? predictions.value : null,
  );
  const counts = new Map<number, number>();
  for (const index of passing) {
    const label = rows[index]?.class ?? 0;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  let last = -1;
  for (const index of passing) {
    const label = rows[index]?.class ?? 0;
    if (label !== last) list.push({ type: "class", class: label, count: counts.get(label) ?? 0 });
    last = label;
    list.push({ type: "graph", index });
  }
  return list;
});

const scroll = signal({ top: 0, height: 400 });

/** All graphs by class. Only the rows in view are in the page: data sets have thousands. */
export function GraphList(): JSX.Element {
  return (
    <>
      <Filter />
      <List />
    </>
  );
}

function Filter(): JSX.Element {
  const filter = graphFilter.value;
  const classes = data.value?.summary.classes ?? [];
  return (
    <div class="list-filter">
      <select
        aria-label="Class"
        value={filter.class === null ? "" : String(filter.class)}
        onChange={({ currentTarget }) =>
          store.update(
            withGraphFilter({ class: currentTarget.value === "" ? null : Number(currentTarget.value) }),
          )
        }
      >
        <option value="">All classes</option>
        {classes.map(({ name }, index) => (
          <option key={name} value={String(index)}>
            {nameOfClass(classes, index)}
          </option>
        ))}
      </select>
      <select
        aria-label="Part of the split"
        value={filter.part ?? ""}
        onChange={({ currentTarget }) =>
          store.update(
            withGraphFilter({ part: PARTS.find(({ part }) => part === currentTarget.value)?.part ?? null }),
          )
        }
      >
        {PARTS.map(({ part, title }) => (
          <option key={title} value={part ?? ""}>
            {title}
          </option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.wrongOnly}
          onChange={({ currentTarget }) =>
            store.update(withGraphFilter({ wrongOnly: currentTarget.checked }))
          }
        />
        Wrong ones only
      </label>
    </div>
  );
}

function List(): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const { subject } = shown.value;
  const selected = subject.type === "graph" ? subject.index : null;

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = (): void => {
      scroll.value = { top: element.scrollTop, height: element.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The selected graph stays in view, also where it was chosen elsewhere or before the list was.
  const shownAtAll = scroll.value.height > 0;
  useEffect(() => {
    const element = list.current;
    const at = items.value.findIndex((item) => item.type === "graph" && item.index === selected);
    if (!element || at < 0) return;
    const top = at * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top - ROW_HEIGHT;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
  }, [selected, shownAtAll]);

  const move = (event: KeyboardEvent): void => {
    const graphs = items.value.flatMap((item) => (item.type === "graph" ? [item.index] : []));
    const at = selected === null ? -1 : graphs.indexOf(selected);
    const page = Math.max(1, Math.floor(scroll.value.height / ROW_HEIGHT) - 1);
    const target = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: graphs.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = graphs[Math.max(0, Math.min(graphs.length - 1, target))];
    if (index !== undefined) void controller.inspect(index);
  };

  const first = Math.max(0, Math.floor(scroll.value.top / ROW_HEIGHT) - MARGIN);
  const last = Math.ceil((scroll.value.top + scroll.value.height) / ROW_HEIGHT) + MARGIN;
  const visible = items.value.slice(first, last);
  const selectedIsDrawn = visible.some((item) => item.type === "graph" && item.index === selected);
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      aria-label="Graphs"
      tabIndex={0}
      aria-activedescendant={selectedIsDrawn ? `graph-${selected}` : undefined}
      onScroll={({ currentTarget }) =>
        (scroll.value = { top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
      onKeyDown={move}
    >
      <div class="list-all" role="presentation" style={{ height: `${items.value.length * ROW_HEIGHT}px` }}>
        <div
          class="list-window"
          role="presentation"
          style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}
        >
          {visible.map((item) =>
            item.type === "class" ? (
              <div key={`class-${item.class}`} class="list-class" role="presentation">
                <span class={`swatch class-${item.class % 8}`} />
                {nameOfClass(data.value?.summary.classes, item.class)}
                <span class="number">{item.count}</span>
              </div>
            ) : (
              <Row key={item.index} index={item.index} selected={item.index === selected} />
            ),
          )}
        </div>
      </div>
      {items.value.length === 0 && <p class="hint list-empty">{emptyText()}</p>}
    </div>
  );
}

function emptyText(): string {
  if (!data.value) return "No data set yet.";
  if (graphFilter.value.wrongOnly && !predictions.value) {
    return "The model has not been asked yet: train, then pause.";
  }
  return "No graph passes the filter.";
}

function Row({ index, selected }: { index: number; selected: boolean }): JSX.Element | null {
  const row = data.value?.rows[index];
  if (!row) return null;
  const wrong = isWrong(predictions.value, index, row);
  return (
    <div
      id={`graph-${index}`}
      class={wrong ? "list-row row-wrong" : "list-row"}
      role="option"
      aria-selected={selected}
      onClick={() => void controller.inspect(index)}
    >
      <span class={`row-mark class-${row.class % 8}`} />
      <span class="row-number">{index + 1}</span>
      <span class="row-size">
        {row.vertices} v · {row.edges} e
      </span>
      <span class="row-part">{SHORT_PARTS[row.part]}</span>
      <span class="row-verdict">{wrong === null ? "" : wrong ? "wrong" : "✓"}</span>
    </div>
  );
}
