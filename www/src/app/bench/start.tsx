// The page behind `?bench`: an engine and a table, and nothing of the other pages.

import { h, render } from "preact";
import type { JSX } from "preact";
import { fetchServerFiles } from "../../services/data/collection";
import { WorkerClient, sessionWorker } from "../../engine/client";
import { trainingModule } from "../../engine/preparation";
import type { Topology } from "../../engine/topology";
import type { EngineFactory } from "../../services/engine/session";
import { casesOf, measure } from "./measure";
import type { Case } from "./measure";
import { useRef, useState } from "preact/hooks";
import { asSentence, formatCount, messageOf } from "../../domain/text/format";
import type { DeviceReport } from "../../protocol";
import { adapterInfo, reportText } from "./report";
import type { AdapterInfo, Figures } from "./report";
import "./bench.css";

export async function startBench(root: HTMLElement, topology: Topology): Promise<void> {
  const pageUrl = document.baseURI;
  const surroundings: EngineFactory = {
    pageUrl,
    connect: (events) => new WorkerClient(sessionWorker(), events),
    prepare: (events, signal) => trainingModule(pageUrl, events, signal),
  };
  document.title = "Sublevel: how fast does it train here?";
  const cases = casesOf(topology.generators(), await fetchServerFiles(pageUrl));
  render(h(BenchPage, { cases, surroundings }), root);
}

interface Props {
  readonly cases: readonly Case[];
  readonly surroundings: EngineFactory;
}

/** Training steps per second on the CPU and on the GPU of this computer. */
function BenchPage({ cases, surroundings }: Props): JSX.Element {
  const [stage, setStage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [gpu, setGpu] = useState<DeviceReport | string | null>(null);
  const [adapter, setAdapter] = useState<AdapterInfo | null>(null);
  const [found, setFound] = useState<ReadonlyMap<Case, Figures>>(new Map());
  const running = useRef<AbortController | null>(null);

  const start = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setFound(new Map());
    setProblem(null);
    setStage("Starting");
    try {
      setAdapter(await adapterInfo());
      const done = (one: Case, figures: Figures): void =>
        setFound((before) => new Map([...before, [one, figures]]));
      await measure(cases, surroundings, { stage: setStage, gpu: setGpu, done }, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(messageOf(error));
    } finally {
      running.current = null;
      setStage(null);
    }
  };
  const computer = {
    browser: navigator.userAgent,
    processors: navigator.hardwareConcurrency,
    adapter,
    gpu: gpu ?? "not started",
  };
  return (
    <main class="bench">
      <h1>How fast does Sublevel train here?</h1>
      <p>
        Steps of training a second, graph filtration learning, on the CPU and on the GPU in turn. Nothing is
        sent anywhere. A row takes some seconds. <a href={location.pathname}>Back to the page</a>
      </p>
      <p class="bench-actions">
        {stage === null ? (
          <button type="button" class="button primary" onClick={() => void start()}>
            Measure
          </button>
        ) : (
          <button type="button" class="button" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        )}
        <span role="status">{stage}</span>
      </p>
      {problem && <p role="alert">{problem}</p>}
      {gpu !== null && <p>{describeGpu(gpu)}</p>}
      <div class="bench-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Data set</th>
              <th scope="col">Graphs a step</th>
              <th scope="col">Vertices a step</th>
              <th scope="col">CPU, steps/s</th>
              <th scope="col">GPU, steps/s</th>
              <th scope="col">GPU / CPU</th>
            </tr>
          </thead>
          <tbody>
            {cases.map((one) => (
              <Row key={`${one.name} ${one.batchSize}`} one={one} figures={found.get(one) ?? null} />
            ))}
          </tbody>
        </table>
      </div>
      {found.size > 0 && stage === null && <Report text={reportText(computer, [...found.values()])} />}
    </main>
  );
}

function Row({ one, figures }: { one: Case; figures: Figures | null }): JSX.Element {
  const cells = figures && [
    formatCount(figures.verticesAStep),
    written(figures.cpuStepsPerSecond),
    written(figures.gpuStepsPerSecond),
    written(figures.gpuStepsPerSecond && figures.gpuStepsPerSecond / figures.cpuStepsPerSecond),
  ];
  return (
    <tr>
      <th scope="row">{one.name}</th>
      <td>{one.batchSize}</td>
      {(cells ?? ["", "", "", ""]).map((cell, place) => (
        <td key={place}>{cell}</td>
      ))}
    </tr>
  );
}

/** Text to paste into an issue. */
function Report({ text }: { text: string }): JSX.Element {
  const [message, setMessage] = useState("");
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setMessage("Copied"),
      () => setMessage("This browser does not let the page copy: select the text"),
    );
  };
  return (
    <section aria-label="Report">
      <p class="bench-actions">
        <button type="button" class="button" onClick={copy}>
          Copy as JSON
        </button>
        <span role="status">{message}</span>
      </p>
      <textarea readOnly rows={12} aria-label="Report as JSON" value={text} />
    </section>
  );
}

function describeGpu(gpu: DeviceReport | string): string {
  if (typeof gpu === "string") return `${asSentence(gpu)} Only the CPU is measured.`;
  return gpu.software
    ? `${gpu.name} emulates a GPU in software: its figures are not those of a GPU.`
    : gpu.name;
}

function written(value: number | null): string {
  return value === null ? "–" : String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}
