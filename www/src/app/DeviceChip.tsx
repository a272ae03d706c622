import type { JSX } from "preact";
import { useSlice, useApp } from "../ui/context";
import { raceInUse } from "../store/selectors";
import { ChevronIcon } from "../ui/icons";
import { Popover } from "../ui/Popover";
import { describeBuilding } from "../domain/text/format";
import type { Backend } from "../protocol";
import { START_TIMEOUT_MS } from "../services/device/race";
import type { EngineState, Paces, Race } from "../store/state";

/** The device in use; opens the reason for its choice and the other devices. */
export function DeviceChip(): JSX.Element {
  const engine = useSlice((state) => state.engine);
  const race = useSlice(raceInUse);
  const { status, text } = deviceText(engine, race);
  return (
    <Popover
      label={`Device: ${text}`}
      buttonClass="button chip"
      button={
        <>
          <span class={`dot dot-${status}`} />
          <span class="chip-text">{text}</span>
          <ChevronIcon />
        </>
      }
      onDemand
    >
      <DeviceMenu />
    </Popover>
  );
}

const CHOICES: readonly { backend: Backend; title: string; text: string }[] = [
  { backend: "auto", title: "Automatic", text: "The faster of a real GPU and the CPU" },
  { backend: "gpu", title: "WebGPU", text: "Includes emulated GPUs, which are slow" },
  { backend: "cpu", title: "CPU", text: "Works everywhere" },
];

/** The device with the reason for its choice, and the other devices. */
function DeviceMenu(): JSX.Element {
  const { id, services } = useApp();
  const engine = useSlice((state) => state.engine);
  const backend = useSlice((state) => state.backend);
  const hasData = useSlice(({ data }) => data !== null);
  const race = useSlice(raceInUse);
  const offered = engine.status === "ready" && !engine.device.gpu && engine.device.gpuOffered !== null;
  return (
    <>
      <h2 class="popover-title">{deviceText(engine, race).text}</h2>
      <p class="popover-text">{reasonOf(engine, race)}</p>
      {offered && (
        <p class="popover-actions">
          <button type="button" class="button primary" onClick={() => void services.restart("gpu", "ui")}>
            Use the GPU
          </button>
        </p>
      )}
      <fieldset class="choices">
        <legend class="visually-hidden">Device</legend>
        {CHOICES.map((choice) => (
          <label key={choice.backend} class="choice">
            <input
              type="radio"
              name={`${id}-backend`}
              checked={backend === choice.backend}
              onChange={() => void services.restart(choice.backend, "ui")}
            />
            <span>
              <span class="choice-title">{choice.title}</span>
              <span class="choice-text">{choice.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {hasData && <p class="popover-text">Switching the device reloads the data set and resumes the run.</p>}
    </>
  );
}

function reasonOf(state: EngineState, race: Race | null): string {
  switch (state.status) {
    case "idle":
      return "The training engine is downloaded on first use. You can explore graphs without it.";
    case "building":
      return describeBuilding(state);
    case "failed":
    case "crashed":
      return state.message;
    case "loading": {
      const share = state.fraction === null ? "" : `, ${Math.round(100 * state.fraction)} % downloaded`;
      return `The engine is loading${share}.`;
    }
    case "ready": {
      const { gpu, name, reason } = state.device;
      if (race?.paces) return describePaces(race.paces);
      if (race) return describeRace(race, gpu);
      return gpu && name ? `Adapter: ${name}. ${reason}` : reason;
    }
  }
}

/** While the devices are compared, and where they could not be. */
function describeRace({ problem }: Race, gpu: boolean): string {
  const [own, other] = gpu ? ["this GPU", "The CPU"] : ["the CPU", "This GPU"];
  if (problem !== null) return `${other} was not compared with ${own}: ${problem}`;
  return `The run has started on ${own}. ${other} starts in parallel and is timed for one second; the run moves to it if that saves time.`;
}

function describePaces(paces: Paces): string {
  const late = paces.gpu === 0 ? "This GPU" : paces.cpu === 0 ? "The CPU" : null;
  return late === null
    ? "Measured on this data set with this model, or one of its size, during a run."
    : `${late} gave no answer within ${START_TIMEOUT_MS / 1000} seconds when both were compared.`;
}

// The device as a short text.

/** The state of the device as the class of its dot, and its text. */
function deviceText(state: EngineState, race: Race | null): { status: string; text: string } {
  switch (state.status) {
    case "idle":
      return { status: "idle", text: "Not started" };
    case "building":
      return { status: "loading", text: "Preparing" };
    case "failed":
      return { status: "crashed", text: "Not built" };
    case "loading":
      return { status: "loading", text: "Starting" };
    case "crashed":
      return { status: "crashed", text: "Stopped" };
    case "ready": {
      const { gpu, software } = state.device;
      const status = gpu ? "gpu" : "cpu";
      if (!race?.paces) return { status, text: gpu ? (software ? "WebGPU (emulated)" : "WebGPU") : "CPU" };
      const [cpu, other] = [race.paces.cpu, race.paces.gpu].map(twoDigits);
      return {
        status,
        text: gpu ? `This GPU, ${other} steps/s; CPU, ${cpu}` : `CPU, ${cpu} steps/s; this GPU, ${other}`,
      };
    }
  }
}

/** Two digits, the precision of a short race. */
function twoDigits(pace: number): string {
  if (pace === 0) return "none";
  return String(Number(pace.toPrecision(2)));
}
