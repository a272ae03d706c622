// Place of the training module. The server builds it after it has served the page; `training.json` reports the progress.

import type { ModulePlace } from "./calls";

const FILE = "training.json";
const POLL_MS = 1000;

type Preparation =
  | ({ readonly state: "ready" } & ModulePlace)
  | ({ readonly state: "building" } & BuildProgress)
  | { readonly state: "failed"; readonly message: string; readonly command: string };

export interface BuildProgress {
  readonly done: number;
  readonly of: number;
  readonly seconds: number;
  readonly crate: string;
}

export interface PreparationEvents {
  building(progress: BuildProgress): void;
  failed(message: string, command: string): void;
}

/**
 * Waits until the training module is ready, and reports the progress of its build. The build can be repeated after a
 * failure, so the wait continues.
 */
export async function trainingModule(
  pageUrl: string,
  events: PreparationEvents,
  signal: AbortSignal,
  fetchFile: typeof fetch = fetch,
): Promise<ModulePlace> {
  for (let failures = 0; ;) {
    const preparation = await ask(pageUrl, signal, fetchFile);
    signal.throwIfAborted();
    if (preparation === "none") {
      throw new Error(
        "This site has no training engine. Serve the page with cargo run --release, or put all of the built site there.",
      );
    }
    // A restarting server does not answer for a while.
    if (preparation === "unreachable") {
      failures += 1;
      if (failures > 30) {
        throw new Error("The server does not answer any more. Start again, then reload the page.");
      }
    } else {
      failures = 0;
      if (preparation.state === "ready") return { module: preparation.module, bytes: preparation.bytes };
      if (preparation.state === "building") {
        const { done, of, seconds, crate } = preparation;
        events.building({ done, of, seconds, crate });
      } else events.failed(preparation.message, preparation.command);
    }
    await pause(POLL_MS, signal);
  }
}

async function ask(
  pageUrl: string,
  signal: AbortSignal,
  fetchFile: typeof fetch,
): Promise<Preparation | "none" | "unreachable"> {
  try {
    const response = await fetchFile(new URL(FILE, pageUrl), { cache: "no-cache", signal });
    if (response.status === 404) return "none";
    const value: unknown = await response.json();
    return isPreparation(value) ? value : "unreachable";
  } catch {
    return "unreachable";
  }
}

function isPreparation(value: unknown): value is Preparation {
  const { state, ...fields } = (value ?? {}) as Record<string, unknown>;
  const numbers = (...names: string[]): boolean => names.every((name) => typeof fields[name] === "number");
  const texts = (...names: string[]): boolean => names.every((name) => typeof fields[name] === "string");
  switch (state) {
    case "ready":
      return texts("module") && numbers("bytes");
    case "building":
      return numbers("done", "of", "seconds") && texts("crate");
    case "failed":
      return texts("message", "command");
    default:
      return false;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", ended);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", ended, { once: true });
  });
}
