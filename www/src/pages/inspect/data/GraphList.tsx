import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useApp, useSlice } from "../../../ui/context";
import { nameOfClass } from "../../../domain/text/format";
import { formatTarget } from "../../../domain/training/metric";
import type { Part } from "../../../protocol";
import { filterGraphs, isWrong } from "../../../store/graphs";
import { ChevronIcon } from "../../../ui/icons";
import { Popover } from "../../../ui/Popover";
import type { Data, GraphFilter, Predictions } from "../../../store/state";

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
  | { readonly type: "class"; readonly class: number | null; readonly count: number }
  | { readonly type: "graph"; readonly index: number };

/** The passing graphs with a heading for each class. Graphs with targets have none. */
function itemsOf(rows: Data["rows"], filter: GraphFilter, predictions: Predictions | null): readonly Item[] {
  const list: Item[] = [];
  const passing = filterGraphs(rows, filter, predictions);
  const counts = new Map<number | null, number>();
  for (const index of passing) {
    const label = rows[index]?.class ?? null;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  let last: number | null | undefined;
  for (const index of passing) {
    const label = rows[index]?.class ?? null;
    if (label !== last && rows[index]?.target == null)
      list.push({ type: "class", class: label, count: counts.get(label) ?? 0 });
    last = label;
    list.push({ type: "graph", index });
  }
  return list;
}

const NO_ROWS: Data["rows"] = [];

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
  const act = useAct();
  const filter = useSlice(({ graphFilter }) => graphFilter);
  const classes = useSlice(({ data }) => data?.summary.classes) ?? [];
  const regression = useSlice(({ data }) => data?.summary.targets != null);
  const change = (changed: Partial<GraphFilter>): void => act({ type: "graph-filter", change: changed });
  const wanted = [
    filter.class === null ? null : nameOfClass(classes, filter.class),
    filter.part && PARTS.find(({ part }) => part === filter.part)!.title.toLowerCase(),
    filter.wrongOnly ? "misclassified" : null,
  ].filter((word) => word !== null);
  return (
    <Popover
      button={
        <>
          <span class="visually-hidden">Filter: </span>
          <span class="list-filter-text">{wanted.length > 0 ? wanted.join(", ") : "All graphs"}</span>
          <ChevronIcon />
        </>
      }
      buttonClass="button list-filter"
    >
      <div class="panel-options">
        {!regression && (
          <select
            aria-label="Class"
            value={filter.class === null ? "" : String(filter.class)}
            onChange={({ currentTarget }) =>
              change({ class: currentTarget.value === "" ? null : Number(currentTarget.value) })
            }
          >
            <option value="">All classes</option>
            {classes.map(({ name }, index) => (
              <option key={name} value={String(index)}>
                {nameOfClass(classes, index)}
              </option>
            ))}
          </select>
        )}
        <select
          aria-label="Part of the split"
          value={filter.part ?? ""}
          onChange={({ currentTarget }) =>
            change({ part: PARTS.find(({ part }) => part === currentTarget.value)?.part ?? null })
          }
        >
          {PARTS.map(({ part, title }) => (
            <option key={title} value={part ?? ""}>
              {title}
            </option>
          ))}
        </select>
        {!regression && (
          <label class="check">
            <input
              type="checkbox"
              checked={filter.wrongOnly}
              onChange={({ currentTarget }) => change({ wrongOnly: currentTarget.checked })}
            />
            Misclassified only
          </label>
        )}
      </div>
    </Popover>
  );
}

function List(): JSX.Element {
  const { id } = useApp();
  const act = useAct();
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 400 });
  const rows = useSlice(({ data }) => data?.rows ?? NO_ROWS);
  const classes = useSlice(({ data }) => data?.summary.classes);
  const targets = useSlice(({ data }) => data?.summary.targets ?? null);
  const filter = useSlice(({ graphFilter }) => graphFilter);
  const predictions = useSlice(({ run }) => run?.predictions ?? null);
  const selected = useSlice(({ document: { subject } }) => indexIn(subject));
  const listed = filter.wrongOnly ? predictions : null;
  const items = useMemo(() => itemsOf(rows, filter, listed), [rows, filter, listed]);
  const show = (index: number): void => act({ type: "show", subject: { type: "graph", index } });

  const measure = (): void => {
    // A scroll event can arrive after the list is removed.
    if (!list.current) return;
    const { scrollTop: top, clientHeight: height } = list.current;
    setScroll((old) => (old.top === top && old.height === height ? old : { top, height }));
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);

  // The selected graph stays in view, also if it was selected elsewhere, before the list existed, or with its data set.
  const shownAtAll = scroll.height > 0;
  useLayoutEffect(() => {
    const element = list.current!;
    const at = items.findIndex((item) => item.type === "graph" && item.index === selected);
    if (at < 0) return;
    const top = at * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top - ROW_HEIGHT;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
    measure();
  }, [selected, shownAtAll, rows, filter]);

  const move = (event: KeyboardEvent): void => {
    const graphs = items.flatMap((item) => (item.type === "graph" ? [item.index] : []));
    const at = selected === null ? -1 : graphs.indexOf(selected);
    const page = Math.max(1, Math.floor(scroll.height / ROW_HEIGHT) - 1);
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
    if (index !== undefined) show(index);
  };

  const first = Math.max(0, Math.floor(scroll.top / ROW_HEIGHT) - MARGIN);
  const last = Math.ceil((scroll.top + scroll.height) / ROW_HEIGHT) + MARGIN;
  const visible = items.slice(first, last);
  const selectedIsDrawn = visible.some((item) => item.type === "graph" && item.index === selected);
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      aria-label="Graphs"
      tabIndex={0}
      aria-activedescendant={selectedIsDrawn ? rowId(id, selected) : undefined}
      onScroll={measure}
      onKeyDown={move}
    >
      <div class="list-all" role="presentation" style={{ height: `${items.length * ROW_HEIGHT}px` }}>
        <div
          class="list-window"
          role="presentation"
          style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}
        >
          {visible.map((item) =>
            item.type === "class" ? (
              <div key={`class-${item.class}`} class="list-class" role="presentation">
                <span class={`swatch class-${(item.class ?? 0) % 8}`} />
                {nameOfClass(classes, item.class)}
                <span class="number">{item.count}</span>
              </div>
            ) : (
              <GraphItem
                key={item.index}
                index={item.index}
                row={rows[item.index]!}
                verdict={verdictOf(predictions, item.index, rows[item.index]!, targets)}
                selected={item.index === selected}
                onShow={show}
              />
            ),
          )}
        </div>
      </div>
      {items.length === 0 && (
        <p class="hint list-empty">
          {emptyText(rows.length, filter.wrongOnly && !predictions, classes?.length ?? 0)}
        </p>
      )}
    </div>
  );
}

function emptyText(graphs: number, unasked: boolean, classes: number): string {
  if (graphs === 0) return "No data set yet.";
  if (unasked && classes === 1) return "The data set has one class, so no graph is misclassified.";
  if (unasked) return "No predictions yet: train, then pause.";
  return "No graph matches the filter.";
}

function rowId(app: string, index: number | null): string {
  return `${app}-graph-${index}`;
}

interface GraphItemProps {
  readonly index: number;
  readonly row: Data["rows"][number];
  readonly verdict: string;
  readonly selected: boolean;
  readonly onShow: (index: number) => void;
}

/** "wrong", "✓" or the target; "": neither a prediction nor a target. */
function verdictOf(
  predictions: Predictions | null,
  index: number,
  row: Data["rows"][number],
  targets: Data["summary"]["targets"],
): string {
  if (row.target !== null) return formatTarget(row.target, targets);
  const wrong = isWrong(predictions, index, row);
  return wrong === null ? "" : wrong ? "wrong" : "✓";
}

function GraphItem({ index, row, verdict, selected, onShow }: GraphItemProps): JSX.Element {
  const { id } = useApp();
  return (
    <div
      id={rowId(id, index)}
      class={verdict === "wrong" ? "list-row row-wrong" : "list-row"}
      role="option"
      aria-selected={selected}
      onClick={() => onShow(index)}
    >
      <span class={`row-mark class-${(row.class ?? 0) % 8}`} />
      <span class="row-number">{index + 1}</span>
      <span class="row-size">
        {row.vertices} v · {row.edges} e
      </span>
      <span class="row-part">{SHORT_PARTS[row.part]}</span>
      <span class="row-verdict">{verdict}</span>
    </div>
  );
}
