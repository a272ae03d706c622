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
    metric: curve,
    epochs: [{ epoch: 1, trainLoss: 0.5, trainMetric: 0.5, testMetric: 0.25 }],
    stopped: null,
  },
  own: null,
  link: "v=1&graph=3",
};
const graph = { title: "two", vertices: 2, edges: [0, 1], filters: [{ name: "f", values: [0.5, 1] }] };

/** The file with another session.json, or without one of its parts. */
function changed(change: (json: Record<string, unknown>) => unknown, without = ""): Uint8Array {
  const files = unzipSync(packSession(session), { filter: ({ name }) => name !== without });
  const json = JSON.parse(new TextDecoder().decode(files["session.json"])) as Record<string, unknown>;
  const text = change(json) ?? json;
  return zipSync({
    ...files,
    "session.json": strToU8(typeof text === "string" ? text : JSON.stringify(text)),
  });
}

it("round-trips, with or without files", () => {
  expect(unpackSession(packSession(session))).toEqual(session);
  for (const data of [
    { type: "generator", id: "cycles", seed: 4 },
    { type: "server", name: "MUTAG" },
  ] as const) {
    expect(unpackSession(packSession({ ...session, data }))).toEqual({ ...session, data });
  }
});

it("contains the whole graph of the user, and reads older files without one", () => {
  const vertices = 3000;
  const large = {
    ...graph,
    vertices,
    filters: [],
    edges: Array.from({ length: 5000 }, (_, i) => i % vertices),
  };
  const origin = { dataset: "MUTAG", index: 3, vertices: [7, null] };
  for (const own of [
    { graph: large, values: large.edges.slice(0, vertices) },
    { graph: { ...graph, names: ["x", "y"], places: [0, 0.5, 1, 0.25], origin }, values: null },
  ])
    expect(unpackSession(packSession({ ...session, own })).own).toEqual(own);
  expect(unpackSession(changed((json) => void delete json["own"])).own).toBeNull();
});

it.each([
  ["no graph", {}],
  ["no title", { graph: { ...graph, title: 1 } }],
  ["an edge too far", { graph: { ...graph, edges: [0, 2] } }],
  ["half an edge", { graph: { ...graph, edges: [0] } }],
  ["too few values", { graph: { ...graph, filters: [{ name: "f", values: [1] }] } }],
  ["values that are none", { graph, values: [0, "1"] }],
  ["a place outside", { graph: { ...graph, places: [0, 0, 0, 2] } }],
  ["an origin without vertices", { graph: { ...graph, origin: { dataset: "A", index: 0 } } }],
])("rejects a graph with %s", (_, own) => {
  const file = changed((json) => void (json["own"] = { values: null, ...own }));
  expect(() => unpackSession(file)).toThrow("Its graph is damaged.");
});

it.each([
  [Uint8Array.of(1, 2, 3), /no zip/],
  [packSession(session).slice(0, 200), /no zip/],
  [zipSync({}), /no session\.json/],
  [changed(() => "null"), /no JSON object/],
  [changed(() => "{"), /no JSON object/],
  [changed((json) => void (json["format"] = "other")), /not that of a session/],
  [changed((json) => void (json["version"] = 2)), /another version/],
  [changed((json) => void (json["data"] = { type: "server" })), /source of its graphs/],
  [changed((json) => void (json["epochs"] = [0, 5])), /no epochs\/5\.f32/],
  [changed((json) => void (json["epochs"] = [-1])), /list of epochs/],
  [changed((json) => void (json["history"] = { stepsDone: 3 })), /history/],
  [changed(() => undefined, "weights.safetensors"), /no weights\.safetensors/],
])("reports the error in an invalid file", (bytes, message) => {
  expect(() => unpackSession(bytes)).toThrow(message);
});
