import type { JSX } from "preact";
import {
  controller,
  data,
  engine,
  generators,
  loading,
  serverFiles,
  shown,
  store,
  theme,
} from "../state/app";
import { saveTheme } from "../state/theme";
import { withTheme } from "../state/updates";
import { DeviceChip } from "./DeviceChip";
import { openFile } from "./files";
import { HOW_TO_READ } from "./howToRead";
import { HelpIcon, Mark, MoonIcon, NextIcon, PreviousIcon, SunIcon } from "./icons";
import { Popover } from "./Popover";

export function Header(): JSX.Element {
  return (
    <header class="header">
      <h1 class="brand">
        <Mark />
        Sublevel
      </h1>
      <DataChoice />
      <GraphStepper />
      <span class="header-space" />
      <DeviceChip />
      <ThemeToggle />
      <Popover label="How to read the plots" button={<HelpIcon />} buttonClass="button icon-button">
        <h2 class="popover-title">How to read the plots</h2>
        <dl class="readings">
          {Object.values(HOW_TO_READ).map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Popover>
    </header>
  );
}

/** Key of the data set in use among the options of the header. */
function currentKey(): string {
  const source = data.value?.source;
  if (!source) return "";
  if (source.type === "generator") return `generator:${source.id}`;
  return source.type === "server" ? `server:${source.file.name}` : "file";
}

function DataChoice(): JSX.Element {
  const choose = (event: JSX.TargetedEvent<HTMLSelectElement>): void => {
    const select = event.currentTarget;
    const [type, name] = select.value.split(/:(.*)/s);
    // The choice only counts once the data set is there.
    select.value = currentKey();
    if (type === "open") openFile();
    if (type === "generator" && name) void controller.load({ type, id: name, seed: 0 });
    const file = serverFiles.value.find((offered) => offered.name === name);
    if (type === "server" && file) void controller.load({ type, file });
  };
  const own = data.value?.source.type === "file" ? data.value.summary.name : null;
  return (
    <select
      aria-label="Data set"
      value={currentKey()}
      disabled={engine.value.status !== "ready" || loading.value !== null}
      onChange={choose}
    >
      {currentKey() === "" && <option value="">Data set</option>}
      {own !== null && <option value="file">{own}</option>}
      <optgroup label="Made up on the spot">
        {generators.value.map(({ id, title }) => (
          <option key={id} value={`generator:${id}`}>
            {title}
          </option>
        ))}
      </optgroup>
      {serverFiles.value.length > 0 && (
        <optgroup label="On this server">
          {serverFiles.value.map(({ name }) => (
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
  const graphs = data.value?.rows.length ?? 0;
  const { subject } = shown.value;
  const index = subject.type === "graph" ? subject.index : null;
  const go = (next: number): void => void controller.inspect(Math.max(0, Math.min(graphs - 1, next)));
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
          aria-label="Number of the graph"
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
  const next = theme.value === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      class="button icon-button"
      aria-label={`Use the ${next} theme`}
      onClick={() => {
        saveTheme(next);
        store.update(withTheme(next));
      }}
    >
      {theme.value === "dark" ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}
