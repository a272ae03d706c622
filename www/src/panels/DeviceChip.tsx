import type { JSX } from "preact";
import type { Backend } from "../protocol";
import { backend, controller, data, engine } from "../state/app";
import { ChevronIcon } from "./icons";
import { Popover } from "./Popover";

const CHOICES: readonly { backend: Backend; title: string; text: string }[] = [
  { backend: "auto", title: "Automatic", text: "A real GPU where there is one, the CPU otherwise" },
  { backend: "gpu", title: "WebGPU", text: "Also on an emulated GPU, which is slow" },
  { backend: "cpu", title: "CPU", text: "Works everywhere" },
];

/** Which device computes, why, and the way to another one. */
export function DeviceChip(): JSX.Element {
  const { status, text, reason } = describe();
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
      <fieldset class="choices">
        <legend class="visually-hidden">Device</legend>
        {CHOICES.map((choice) => (
          <label key={choice.backend} class="choice">
            <input
              type="radio"
              name="backend"
              checked={backend.value === choice.backend}
              onChange={() => void controller.start(choice.backend)}
            />
            <span>
              <span class="choice-title">{choice.title}</span>
              <span class="choice-text">{choice.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {data.value && (
        <p class="popover-text">Another device loads the data set again and trains from new weights.</p>
      )}
    </Popover>
  );
}

function describe(): { status: string; text: string; reason: string } {
  const state = engine.value;
  switch (state.status) {
    case "loading": {
      const share = state.fraction === null ? "" : ` ${Math.round(100 * state.fraction)} %`;
      return { status: "loading", text: `Starting${share}`, reason: "The engine is on its way." };
    }
    case "crashed":
      return { status: "crashed", text: "Stopped", reason: state.message };
    case "ready": {
      const { gpu, name, software, reason } = state.device;
      const text = gpu ? (software ? "WebGPU (emulated)" : "WebGPU") : "CPU";
      return { status: gpu ? "gpu" : "cpu", text, reason: gpu && name ? `${name}. ${reason}` : reason };
    }
  }
}
