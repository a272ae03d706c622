// The device as a short text.

import type { EngineState, Race } from "../../store/state";

/** The state of the device as the class of its dot, and its text. */
export function deviceText(state: EngineState, race: Race | null): { status: string; text: string } {
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
