import type { JSX } from "preact";
import { exampleIn, EXAMPLES } from "../../../domain/graph/subject";
import { useAct, useApp, useSlice } from "../../../ui/context";
import type { Example } from "../../../domain/graph/subject";
import { formatBytes, formatCount, nameOfClass, plural } from "../../../domain/text/format";
import { formatTarget } from "../../../domain/training/metric";
import type { DatasetSummary } from "../../../protocol";
import type { DataSource, Loading, State } from "../../../store/state";
import { OpenIcon } from "../../../ui/icons";
import { panelIds, Tabs } from "../../../ui/Tabs";
import { openFile } from "../../../ui/files/disk";
import { GraphList } from "./GraphList";
import { SaveFiles } from "./SaveFiles";
import { useState, useMemo } from "preact/hooks";
import { Collection as Service, fetchServerFiles } from "../../../services/data/collection";
import type { Suggested } from "../../../services/data/collection";

/** The source of the graphs, and the graphs. */
export function DataPanel(): JSX.Element {
  const { id } = useApp();
  const act = useAct();
  const tab = useSlice(({ view }) => view.dataTab);
  const loading = useSlice((state) => state.loading);
  const graphs = useSlice(({ data }) => data?.rows.length);
  return (
    <>
      <Tabs
        label="Data"
        tabs={[
          { id: "sources", title: "Data sets" },
          { id: "graphs", title: graphs === undefined ? "Graphs" : `Graphs (${formatCount(graphs)})` },
        ]}
        selected={tab}
        onSelect={(name) => act({ type: "view", change: { dataTab: name } })}
      />
      {loading && <LoadingNotice {...loading} />}
      <div class="data-scroll" role="tabpanel" {...panelIds(id, "sources")} hidden={tab !== "sources"}>
        <Sources />
      </div>
      <div class="data-list" role="tabpanel" {...panelIds(id, "graphs")} hidden={tab !== "graphs"}>
        <GraphList />
      </div>
    </>
  );
}

function LoadingNotice({ name, stage, fraction }: Loading): JSX.Element {
  const { services } = useApp();
  return (
    <div class="loading" role="status">
      <span>
        {stage === "fetching" ? "Fetching" : "Reading"} {name}
      </span>
      <button type="button" class="button quiet" onClick={() => services.load.cancel()}>
        Cancel
      </button>
      <progress aria-label={`Loading ${name}`} {...(fraction === null ? {} : { value: fraction })} />
    </div>
  );
}

function Sources(): JSX.Element {
  const app = useApp();
  const data = useSlice((state) => state.data);
  const generators = useSlice((state) => state.generators);
  const serverFiles = useSlice((state) => state.serverFiles);
  const crashed = useSlice(({ engine }) => engine.status === "crashed");
  const source = data?.source;
  const isCurrent = (other: DataSource): boolean =>
    (source?.type === "generator" && other.type === "generator" && source.id === other.id) ||
    (source?.type === "server" && other.type === "server" && source.file.url === other.file.url);
  return (
    <>
      {data && <Summary {...data.summary} />}
      {data && <SaveFiles />}
      <h3 class="group-title">Generated</h3>
      <ul class="cards">
        {generators.map(({ id, title, description }) => (
          <li key={id}>
            <SourceCard
              source={{ type: "generator", id, seed: 0 }}
              current={isCurrent}
              title={title}
              text={description}
            />
          </li>
        ))}
        {generators.length === 0 && <Placeholders />}
      </ul>
      {serverFiles.length > 0 && (
        <>
          <h3 class="group-title">On this server</h3>
          <ul class="cards">
            {serverFiles.map((file) => (
              <li key={file.url}>
                <SourceCard
                  source={{ type: "server", file }}
                  current={isCurrent}
                  title={file.name}
                  aside={file.session ? "with a trained run" : formatBytes(file.bytes)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Collection />
      <h3 class="group-title">Small examples</h3>
      <ul class="cards">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <ExampleCard example={example} />
          </li>
        ))}
      </ul>
      <h3 class="group-title">Your own</h3>
      <button type="button" class="button open-button" disabled={crashed} onClick={() => openFile(app)}>
        <OpenIcon />
        Open file…
      </button>
      <p class="hint">
        A graph (JSON, GraphML, edges), a data set (TU zip or folder, JSON lines), a run log (folder or zip),
        weights or a session. You can also drop or paste it. It stays on this machine.
      </p>
    </>
  );
}

/** Only one data set loads at a time, and only with an engine to read it. */
function isLocked({ engine, loading }: State): boolean {
  return engine.status === "crashed" || loading !== null;
}

interface SourceCardProps {
  readonly source: DataSource;
  readonly current: (source: DataSource) => boolean;
  readonly title: string;
  readonly text?: string;
  readonly aside?: string;
}

function SourceCard({ source, current, title, text, aside }: SourceCardProps): JSX.Element {
  const { services } = useApp();
  const disabled = useSlice(isLocked);
  return (
    <button
      type="button"
      class="card"
      aria-pressed={current(source)}
      disabled={disabled}
      onClick={() => void services.load.load(source, { source: "ui" })}
    >
      <span class="card-title">{title}</span>
      {aside !== undefined && <span class="card-aside">{aside}</span>}
      {text !== undefined && (
        <span class="card-text" title={text}>
          {text}
        </span>
      )}
    </button>
  );
}

/** A graph to view while the data set stays loaded. */
function ExampleCard({ example }: { example: Example }): JSX.Element {
  const act = useAct();
  const pressed = useSlice(({ document: { subject } }) => exampleIn(subject));
  return (
    <button
      type="button"
      class="card"
      aria-pressed={pressed === example.id}
      onClick={() => act({ type: "show", subject: { type: "example", id: example.id } })}
    >
      <span class="card-title">{example.title}</span>
      <span class="card-text">{example.caption}</span>
    </button>
  );
}

/** Cards of their final size while the engine, which has the examples, loads. */
function Placeholders(): JSX.Element {
  return (
    <>
      {[1, 2, 3].map((key) => (
        <li key={key} class="card skeleton" aria-hidden="true">
          <span class="card-title" />
          <span class="card-text" />
        </li>
      ))}
    </>
  );
}

function Summary(summary: DatasetSummary): JSX.Element {
  const { name, graphs, classes, targets, averageVertices, averageEdges, largestGraph, notes } = summary;
  const extras = [
    summary.vertexLabels > 0 ? plural(summary.vertexLabels, "vertex label", "vertex labels") : null,
    summary.vertexAttributes > 0
      ? plural(summary.vertexAttributes, "vertex attribute", "vertex attributes")
      : null,
    summary.edgeLabels > 0 ? plural(summary.edgeLabels, "edge label", "edge labels") : null,
  ].filter((extra) => extra !== null);
  return (
    <section class="summary" aria-label="Data set in use">
      <h3 class="summary-name">{name}</h3>
      <ul class="class-counts">
        {classes.map((counted, index) => (
          <li key={counted.name}>
            <span class={`swatch class-${index % 8}`} />
            <span class="class-name">{nameOfClass(classes, index)}</span>
            <span class="number">{formatCount(counted.graphs)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">
        {plural(graphs, "graph", "graphs")}, on average {averageVertices.toFixed(1)} vertices and{" "}
        {averageEdges.toFixed(1)} edges; the largest has {plural(largestGraph, "vertex", "vertices")}.
        {extras.length > 0 && ` ${extras.join(", ")}.`}
        {targets &&
          ` Targets from ${formatTarget(targets.min, targets)} to ${formatTarget(targets.max, targets)}, mean ${formatTarget(targets.mean, targets)}.`}
      </p>
      {notes.length > 0 && (
        <details class="notes">
          <summary>{plural(notes.length, "note", "notes")} from the reader</summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Data sets of the TU collection by name, if the server fetches them. The request is sent when this section opens. */
function Collection(): JSX.Element {
  const { store, services } = useApp();
  const collection = useMemo(() => {
    const pageUrl = document.baseURI;
    return new Service(store, services.load, { pageUrl, offered: () => fetchServerFiles(pageUrl) });
  }, [store, services]);
  const [suggested, setSuggested] = useState<readonly Suggested[] | "unasked" | null>("unasked");
  const ask = (open: boolean): void => {
    if (open && suggested === "unasked") void collection.suggested().then(setSuggested);
  };
  return (
    <details class="notes collection" onToggle={({ currentTarget }) => ask(currentTarget.open)}>
      <summary>From the TU collection, by name</summary>
      {suggested === null && (
        <p class="hint" role="status">
          This site cannot fetch data sets; the page of <code>sublevel serve</code> can. You can open a
          downloaded zip file here.
        </p>
      )}
      {Array.isArray(suggested) && <NameForm suggested={suggested} collection={collection} />}
    </details>
  );
}

interface NameFormProps {
  readonly suggested: readonly Suggested[];
  readonly collection: Service;
}

function NameForm({ suggested, collection }: NameFormProps): JSX.Element {
  const { id } = useApp();
  const [name, setName] = useState("");
  const here = useSlice((state) => state.serverFiles);
  const locked = useSlice(({ engine, loading }) => engine.status === "crashed" || loading !== null);
  const wanted = name.trim();
  const fetchIt = async (): Promise<void> => {
    if (await collection.load(wanted)) setName("");
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== "" && !locked) void fetchIt();
        }}
      >
        <input
          aria-label="Name of a data set of the TU collection"
          placeholder="MUTAG, NCI1, ENZYMES …"
          list={`${id}-collection`}
          value={name}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <datalist id={`${id}-collection`}>
          {suggested
            .filter((set) => !here.some((file) => file.name === set.name))
            .map((set) => (
              <option
                key={set.name}
                value={set.name}
                label={`${plural(set.graphs, "graph", "graphs")}, ${plural(set.classes, "class", "classes")}`}
              />
            ))}
        </datalist>
        <button type="submit" class="button" disabled={locked || wanted === ""}>
          Fetch
        </button>
      </form>
      <p class="hint">The server downloads it into its cache; none of your data is sent.</p>
    </>
  );
}
