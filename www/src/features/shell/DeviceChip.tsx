import type { JSX } from "preact";
import { useApp, useSlice } from "../context";
import { describeBuilding } from "../../domain/text/format";
import type { Backend } from "../../protocol";
import { raceInUse } from "../../store/selectors";
import { PATIENCE_MS } from "../../services/device/race";
import type { EngineState, Paces, Race } from "../../store/state";
import { ChevronIcon } from "./icons";
import { Popover } from "./Popover";

const CHOICES: readonly { backend: Backend; title: string; text: string }[] = [
  { backend: "auto", title: "Automatic", text: "The faster of a real GPU and the CPU" },
  { backend: "gpu", title: "WebGPU", text: "Includes emulated GPUs, which are slow" },
  { backend: "cpu", title: "CPU", text: "Works everywhere" },
];

/** Which device computes, why, and the way to another one. */
export function DeviceChip(): JSX.Element {
  const { id, services } = useApp();
  const engine = useSlice((state) => state.engine);
  const backend = useSlice((state) => state.backend);
  const hasData = useSlice(({ data }) => data !== null);
  const race = useSlice(raceInUse);
  const { status, text, reason } = describe(engine, race);
  const offered = engine.status === "ready" && !engine.device.gpu && engine.device.gpuOffered !== null;
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
    >
      <h2 class="popover-title">{text}</h2>
      <p class="popover-text">{reason}</p>
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
    </Popover>
  );
}

function describe(state: EngineState, race: Race | null): { status: string; text: string; reason: string } {
  switch (state.status) {
    case "idle":
      return {
        status: "idle",
        text: "Not started",
        reason: "The training engine is downloaded on first use. You can explore graphs without it.",
      };
    case "building":
      return { status: "loading", text: "Preparing", reason: describeBuilding(state) };
    case "failed":
      return { status: "crashed", text: "Not built", reason: state.message };
    case "loading": {
      const share = state.fraction === null ? "" : `, ${Math.round(100 * state.fraction)} % downloaded`;
      return { status: "loading", text: "Starting", reason: `The engine is loading${share}.` };
    }
    case "crashed":
      return { status: "crashed", text: "Stopped", reason: state.message };
    case "ready": {
      const { gpu, name, software, reason } = state.device;
      if (race?.paces) return { status: gpu ? "gpu" : "cpu", ...describePaces(race.paces, gpu) };
      const text = gpu ? (software ? "WebGPU (emulated)" : "WebGPU") : "CPU";
      const why = gpu && name ? `Adapter: ${name}. ${reason}` : reason;
      return { status: gpu ? "gpu" : "cpu", text, reason: race ? describeRace(race, gpu) : why };
    }
  }
}

/** While the devices are compared, and where they could not be. */
function describeRace({ problem }: Race, gpu: boolean): string {
  const [own, other] = gpu ? ["this GPU", "The CPU"] : ["the CPU", "This GPU"];
  if (problem !== null) return `${other} was not compared with ${own}: ${problem}`;
  return `The run has started on ${own}. ${other} starts in parallel and is timed for one second; the run moves to it if that saves time.`;
}

function describePaces(paces: Paces, gpu: boolean): { text: string; reason: string } {
  const [cpu, other] = [paces.cpu, paces.gpu].map(written);
  const late = paces.gpu === 0 ? "This GPU" : paces.cpu === 0 ? "The CPU" : null;
  return {
    text: gpu ? `This GPU, ${other} steps/s; CPU, ${cpu}` : `CPU, ${cpu} steps/s; this GPU, ${other}`,
    reason:
      late === null
        ? "Measured on this data set with this model, or one of its size, during a run."
        : `${late} gave no answer within ${PATIENCE_MS / 1000} seconds when both were compared.`,
  };
}

/** Two digits, as many as a short race is good for. */
function written(pace: number): string {
  if (pace === 0) return "none";
  return String(Number(pace.toPrecision(2)));
}
