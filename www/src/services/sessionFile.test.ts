import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import { packSession, unpackSession } from "./sessionFile";
import type { SessionFile } from "./sessionFile";

const curve = { stride: 1, spans: [{ first: [1, 0.5], second: null }], filled: 1, count: 1 } as const;
const session: SessionFile = {
  data: { type: "files", name: "mine", files: [{ path: "mine.jsonl", bytes: Uint8Array.of(1, 2, 3) }] },
  checkpoint: Uint8Array.of(9, 8, 7),
  weights: [
    { epoch: 0, numbers: Float32Array.of(0.1, 0.2) },
    { epoch: 2, numbers: Float32Array.of(0.3, -0.4) },
  ],
  history: {
    stepsDone: 7,
    lastStep: null,
    loss: curve,
    accuracy: curve,
    epochs: [{ epoch: 1, trainLoss: 0.5, trainAccuracy: 0.5, testAccuracy: 0.25 }],
    stopped: null,
  },
  link: "v=1&graph=3",
};

/** The file with another session.json, or without one of its parts. */
function changed(change: (said: Record<string, unknown>) => unknown, without = ""): Uint8Array {
  const files = unzipSync(packSession(session), { filter: ({ name }) => name !== without });
  const said = JSON.parse(new TextDecoder().decode(files["session.json"])) as Record<string, unknown>;
  const text = change(said) ?? said;
  return zipSync({
    ...files,
    "session.json": strToU8(typeof text === "string" ? text : JSON.stringify(text)),
  });
}

it("comes back as it was saved, with or without files", () => {
  expect(unpackSession(packSession(session))).toEqual(session);
  for (const data of [
    { type: "generator", id: "cycles", seed: 4 },
    { type: "server", name: "MUTAG" },
  ] as const) {
    expect(unpackSession(packSession({ ...session, data }))).toEqual({ ...session, data });
  }
});

it.each([
  [Uint8Array.of(1, 2, 3), /no zip/],
  [packSession(session).slice(0, 200), /no zip/],
  [zipSync({}), /no session\.json/],
  [changed(() => "null"), /no JSON object/],
  [changed(() => "{"), /no JSON object/],
  [changed((said) => void (said["format"] = "other")), /not that of a session/],
  [changed((said) => void (said["version"] = 2)), /another version/],
  [changed((said) => void (said["data"] = { type: "server" })), /where its graphs come from/],
  [changed((said) => void (said["epochs"] = [0, 5])), /no epochs\/5\.f32/],
  [changed((said) => void (said["epochs"] = [-1])), /list of epochs/],
  [changed((said) => void (said["history"] = { stepsDone: 3 })), /history/],
  [changed(() => undefined, "weights.safetensors"), /no weights\.safetensors/],
])("says what is wrong with a file that is none", (bytes, message) => {
  expect(() => unpackSession(bytes)).toThrow(message);
});
