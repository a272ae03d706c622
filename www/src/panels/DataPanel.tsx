import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DatasetSummary } from "../protocol";
import { EXAMPLES } from "../examples/examples";
import type { Example } from "../examples/examples";
import { controller, data, engine, generators, loading, serverFiles, shown, store } from "../state/app";
import { shownExample } from "../state/shown";
import type { Loading, Source } from "../state/state";
import { withShown } from "../state/updates";
import { formatBytes, formatCount, nameOfClass, plural } from "./format";
import { GraphList } from "./GraphList";
import { OpenIcon } from "./icons";
import { openFile } from "./files";
import { Tabs } from "./Tabs";

const tab = signal<"sources" | "graphs">("sources");

/** Where the graphs come from, and the graphs. */
export function DataPanel(): JSX.Element {
  // A data set that was asked for is looked at next; the one that loads by itself leaves the choice in view.
  const known = useRef(data.value?.source);
  useEffect(() => {
    const source = data.value?.source;
    if (known.current && source !== known.current) tab.value = "graphs";
    known.current = source;
  }, [data.value]);
  const graphs = data.value?.rows.length;
  return (
    <>
      <Tabs
        label="Data"
        tabs={[
          { id: "sources", title: "Data sets" },
          { id: "graphs", title: graphs === undefined ? "Graphs" : `Graphs (${formatCount(graphs)})` },
        ]}
        selected={tab.value}
        onSelect={(id) => (tab.value = id)}
      />
      {loading.value && <LoadingNotice {...loading.value} />}
      <div
        id="panel-sources"
        class="data-scroll"
        role="tabpanel"
        aria-labelledby="tab-sources"
        hidden={tab.value !== "sources"}
      >
        <Sources />
      </div>
      <div
        id="panel-graphs"
        class="data-list"
        role="tabpanel"
        aria-labelledby="tab-graphs"
        hidden={tab.value !== "graphs"}
      >
        <GraphList />
      </div>
    </>
  );
}

function LoadingNotice({ name, stage, fraction }: Loading): JSX.Element {
  return (
    <div class="loading" role="status">
      <span>
        {stage === "fetching" ? "Fetching" : "Reading"} {name}
      </span>
      <button type="button" class="button quiet" onClick={() => controller.cancelLoading()}>
        Cancel
      </button>
      <progress aria-label={`Loading ${name}`} {...(fraction === null ? {} : { value: fraction })} />
    </div>
  );
}

function Sources(): JSX.Element {
  const source = data.value?.source;
  const isCurrent = (other: Source): boolean =>
    (source?.type === "generator" && other.type === "generator" && source.id === other.id) ||
    (source?.type === "server" && other.type === "server" && source.file.url === other.file.url);
  return (
    <>
      {data.value && <Summary {...data.value.summary} />}
      <h3 class="group-title">Made up on the spot</h3>
      <ul class="cards">
        {generators.value.map(({ id, title, description }) => (
          <li key={id}>
            <SourceCard
              source={{ type: "generator", id, seed: 0 }}
              current={isCurrent}
              title={title}
              text={description}
            />
          </li>
        ))}
        {generators.value.length === 0 && <Placeholders />}
      </ul>
      {serverFiles.value.length > 0 && (
        <>
          <h3 class="group-title">On this server</h3>
          <ul class="cards">
            {serverFiles.value.map((file) => (
              <li key={file.url}>
                <SourceCard
                  source={{ type: "server", file }}
                  current={isCurrent}
                  title={file.name}
                  aside={formatBytes(file.bytes)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 class="group-title">Small examples</h3>
      <ul class="cards">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <ExampleCard example={example} />
          </li>
        ))}
      </ul>
      <h3 class="group-title">Your own</h3>
      <button
        type="button"
        class="button open-button"
        disabled={engine.value.status !== "ready"}
        onClick={openFile}
      >
        <OpenIcon />
        Open file…
      </button>
      <p class="hint">Or drop a TU data set (zip) anywhere. It stays on this machine.</p>
    </>
  );
}

interface SourceCardProps {
  readonly source: Source;
  readonly current: (source: Source) => boolean;
  readonly title: string;
  readonly text?: string;
  readonly aside?: string;
}

function SourceCard({ source, current, title, text, aside }: SourceCardProps): JSX.Element {
  return (
    <button
      type="button"
      class="card"
      aria-pressed={current(source)}
      disabled={engine.value.status !== "ready" || loading.value !== null}
      onClick={() => void controller.load(source)}
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

/** A graph to look at while the data set stays. */
function ExampleCard({ example }: { example: Example }): JSX.Element {
  const { subject } = shown.value;
  return (
    <button
      type="button"
      class="card"
      aria-pressed={subject.type === "example" && subject.example === example}
      onClick={() => store.update(withShown(shownExample(example)))}
    >
      <span class="card-title">{example.title}</span>
      <span class="card-text">{example.caption}</span>
    </button>
  );
}

/** Cards of their final size while the engine, which knows them, is on its way. */
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
  const { name, graphs, classes, averageVertices, averageEdges, largestGraph, notes } = summary;
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
      </p>
      {notes.length > 0 && (
        <details class="notes">
          <summary>{plural(notes.length, "note", "notes")} of the reader</summary>
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
