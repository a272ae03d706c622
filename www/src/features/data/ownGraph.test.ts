import { expect, it } from "vitest";
import { readLink, writeLink } from "../../services/link/address";
import { UNLINKED } from "../../store/linked";
import { ownGraph } from "./ownGraph";

const read = {
  graph: { vertices: 3, edges: Uint32Array.of(0, 1, 1, 2) },
  filters: [{ name: "attribute:charge", values: Float32Array.of(0.1, -1, 2) }],
};

it("a graph that was read is plain data, named after its file", () => {
  const graph = ownGraph("caffeine.graphml", read);
  expect(graph).toMatchObject({ title: "caffeine", vertices: 3, edges: [0, 1, 1, 2] });
  expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
  expect(ownGraph("pasted text", read).title).toBe("pasted text");
});

it("a graph of one's own can be sent in a link, its values included", () => {
  const subject = { type: "own", graph: ownGraph("caffeine.graphml", read) } as const;
  expect(readLink(writeLink({ ...UNLINKED, subject })).linked.subject).toEqual(subject);
});
