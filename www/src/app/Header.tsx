import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { indexIn } from "../domain/graph/subject";
import { useAct, useApp, useSlice } from "../ui/context";
import type { DataSource, PageId } from "../store/state";
import { DeviceChip } from "./DeviceChip";
import { openFile } from "../ui/files/disk";
import { Progress } from "../pages/learn/lessons/Progress";
import { HelpIcon, Mark, MoonIcon, NextIcon, PreviousIcon, RedoIcon, SunIcon, UndoIcon } from "../ui/icons";
import { Popover } from "../ui/Popover";
import { siteSession } from "../services/data/collection";
import { HOW_TO_READ } from "../ui/howToRead";

export function Header(): JSX.Element {
  const page = useSlice(({ view }) => view.page);
  const lesson = useSlice(({ view }) => view.lesson !== null);
  const hasData = page === "inspect" || page === "model";
  return (
    <header class="header" translate={false}>
      <h1 class="brand">
        <Mark />
        <span class="brand-name">Sublevel</span>
      </h1>
      <Pages />
      {hasData && (
        <>
          <DataChoice />
          <GraphStepper />
        </>
      )}
      <span class="header-space" />
      {page === "learn" && lesson && <Progress />}
      {page === "learn" && <Present />}
      {page !== "separate" && <UndoRedo />}
      {hasData && <DeviceChip />}
      <Help />
    </header>
  );
}

/** A server provides the documentation beside the page. A notebook and a saved page contain only the page. */
const hasDocs = (): boolean => location.protocol.startsWith("http") && siteSession()?.link == null;

function Help(): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <Popover label="Theme and help" button={<HelpIcon />} buttonClass="button icon-button" onOpen={setOpen}>
      <div class="panel-options">
        <ThemeToggle />
      </div>
      <h2 class="popover-title">How to read the plots</h2>
      {hasDocs() && (
        <p class="popover-text">
          <a href="docs/index.html" target="_blank" rel="noopener">
            Docs
          </a>
        </p>
      )}
      {open && <Readings />}
    </Popover>
  );
}

const PAGES: readonly { readonly id: PageId; readonly title: string }[] = [
  { id: "learn", title: "Learn" },
  { id: "inspect", title: "Inspect" },
  { id: "model", title: "Model" },
  { id: "separate", title: "Separate" },
];

function Pages(): JSX.Element {
  const act = useAct();
  const { services } = useApp();
  const page = useSlice(({ view }) => view.page);
  // A pointer over the link usually precedes a click.
  const expect = (id: PageId): void => {
    if (id === "model" && page !== id) services.analysis.expect();
  };
  return (
    <nav class="pages" aria-label="Pages">
      {PAGES.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          class="page-link"
          aria-current={page === id ? "page" : undefined}
          onPointerEnter={() => expect(id)}
          onFocus={() => expect(id)}
          onClick={() => act({ type: "view", change: { page: id } })}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

/** Presentation mode: larger, with fewer controls. */
function Present(): JSX.Element {
  const act = useAct();
  const present = useSlice(({ view }) => view.present);
  return (
    <button
      type="button"
      class="button present"
      aria-pressed={present}
      onClick={() => act({ type: "view", change: { present: !present } })}
    >
      {present ? "End presenting" : "Present"}
    </button>
  );
}

/** Undo and redo as buttons, for users without the keys. */
function UndoRedo(): JSX.Element {
  const act = useAct();
  const past = useSlice(({ history }) => history.past.length);
  const future = useSlice(({ history }) => history.future.length);
  return (
    <div class="undo-redo" role="group" aria-label="History">
      <button
        type="button"
        class="button icon-button"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={past === 0}
        onClick={() => act({ type: "undo" })}
      >
        <UndoIcon />
      </button>
      <button
        type="button"
        class="button icon-button"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        disabled={future === 0}
        onClick={() => act({ type: "redo" })}
      >
        <RedoIcon />
      </button>
    </div>
  );
}

/** Key of the data set in use among the options of the header. */
function keyOf(source: DataSource | undefined): string {
  if (!source) return "";
  if (source.type === "generator") return `generator:${source.id}`;
  return source.type === "server" ? `server:${source.file.name}` : "file";
}

function DataChoice(): JSX.Element {
  const app = useApp();
  const data = useSlice((state) => state.data);
  const generators = useSlice((state) => state.generators);
  const serverFiles = useSlice((state) => state.serverFiles);
  const disabled = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  const current = keyOf(data?.source);
  const choose = (event: JSX.TargetedEvent<HTMLSelectElement>): void => {
    const select = event.currentTarget;
    const [type, name] = select.value.split(/:(.*)/s);
    // The selection changes only after the data set is loaded.
    select.value = current;
    if (type === "open") openFile(app);
    const { load } = app.services;
    if (type === "generator" && name) void load.load({ type, id: name, seed: 0 }, { source: "ui" });
    const file = serverFiles.find((offered) => offered.name === name);
    if (type === "server" && file) void load.load({ type, file }, { source: "ui" });
  };
  const own = data?.source.type === "files" ? data.summary.name : null;
  return (
    <select aria-label="Data set" value={current} disabled={disabled} onChange={choose}>
      {current === "" && <option value="">Data set</option>}
      {own !== null && <option value="file">{own}</option>}
      <optgroup label="Generated">
        {generators.map(({ id, title }) => (
          <option key={id} value={`generator:${id}`}>
            {title}
          </option>
        ))}
      </optgroup>
      {serverFiles.length > 0 && (
        <optgroup label="On this server">
          {serverFiles.map(({ name }) => (
            <option key={name} value={`server:${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <option value="open">Open file…</option>
    </select>
  );
}

function GraphStepper(): JSX.Element {
  const act = useAct();
  const graphs = useSlice(({ data }) => data?.rows.length ?? 0);
  // The requested graph, so that quick clicks add up.
  const index = useSlice(({ document: { subject } }) => indexIn(subject));
  const go = (next: number): void => act({ type: "show", subject: { type: "graph", index: next } });
  return (
    <div class="stepper" role="group" aria-label="Graph">
      <button
        type="button"
        class="button icon-button"
        aria-label="Previous graph"
        disabled={index === null || index === 0}
        onClick={() => go((index ?? 0) - 1)}
      >
        <PreviousIcon />
      </button>
      <label class="stepper-number">
        <span>Graph</span>
        <input
          type="text"
          inputMode="numeric"
          aria-label="Graph number"
          value={index === null ? "" : String(index + 1)}
          placeholder="–"
          disabled={graphs === 0}
          onChange={(event) => {
            const wanted = Number.parseInt(event.currentTarget.value, 10);
            if (Number.isFinite(wanted)) go(wanted - 1);
            event.currentTarget.value = index === null ? "" : String(index + 1);
          }}
        />
        <span class="of">of {graphs}</span>
      </label>
      <button
        type="button"
        class="button icon-button"
        aria-label="Next graph"
        disabled={graphs === 0 || index === graphs - 1}
        onClick={() => go(index === null ? 0 : index + 1)}
      >
        <NextIcon />
      </button>
    </div>
  );
}

function ThemeToggle(): JSX.Element {
  const act = useAct();
  const theme = useSlice((state) => state.theme);
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button type="button" class="button" onClick={() => act({ type: "theme", theme: next })}>
      {theme === "dark" ? <SunIcon /> : <MoonIcon />}
      Use the {next} theme
    </button>
  );
}

/** How every plot is read. */
function Readings(): JSX.Element {
  return (
    <dl class="readings">
      {Object.values(HOW_TO_READ).map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
