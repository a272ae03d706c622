import { expect, it } from "vitest";
import type { Bar } from "../../../domain/graph/graph";
import { mergeTree } from "../../../domain/persistence/mergeTree";
import { describeCrossing, describeTree } from "./describeTree";

function bar(birthVertex: number, birth: number, death: number | null): Bar {
  const kind = death === null ? "h0Essential" : "h0";
  return {
    ...{ id: `${kind}:sub:${birthVertex}`, kind, direction: "sub", birth, death, birthVertex },
    ...{ deathVertex: death === null ? null : 9, multiplicity: 1 },
  };
}

it("counts leaves, nodes and roots, and names nodes of more than two branches", () => {
  const bars = [bar(0, 1, null), bar(1, 2, 4), bar(2, 3, 4)];
  const tied = mergeTree(bars, () => 0);
  expect(describeTree(tied)).toBe(
    "3 leaves, 1 fork, 1 root: each root is a component that never ends. At 1 fork, more than two branches meet at one value.",
  );
  const chain = mergeTree(
    [bar(0, 1, null), bar(1, 2, 5), bar(2, 3, 4)],
    ({ birthVertex }) => birthVertex - 1,
  );
  expect(describeTree(chain)).toBe("3 leaves, 2 forks, 1 root: each root is a component that never ends.");
  expect(describeTree(mergeTree([bar(0, 1, null), bar(1, 1, null)], () => 0))).toBe(
    "2 leaves, 0 forks, 2 roots: each root is a component that never ends.",
  );
});

it("counts the branches at t: a branch contains its birth and not its death", () => {
  const tree = mergeTree([bar(0, 1, null), bar(1, 2, 4)], () => 0);
  const walk = { direction: "sub", values: Float32Array.of(1, 2, 4) } as const;
  const at = (position: number): string =>
    describeCrossing(tree, walk, position, walk.values[position] ?? null);
  expect(at(-1)).toBe("K is empty.");
  expect(at(0)).toBe("t = 1 crosses 1 branch: K has 1 component.");
  expect(at(1)).toBe("t = 2 crosses 2 branches: K has 2 components.");
  expect(at(2)).toBe("t = 4 crosses 1 branch: K has 1 component.");
});
