import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../tests/builtTopology";
import type { Topology } from "../engine/topology";
import { randomGraph } from "../testing";
import { exampleNamed } from "./examples";
import { mirrored, sixBarcodes, threeBarcodes } from "./mirror";

describe.skipIf(!isBuilt)("the mirror", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("makes the superlevel bars of f the sublevel bars of −f", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { graph, filter } = randomGraph(seed);
      const six = sixBarcodes(topology.filtration(graph, filter).bars);
      const turned = sixBarcodes(
        topology.filtration(
          graph,
          filter.map((value) => -value),
        ).bars,
      );
      for (const { kind, direction, bars } of six) {
        if (direction === "sub") continue;
        const other = turned.find((barcode) => barcode.kind === kind && barcode.direction === "sub")!;
        const values = (each: { birth: number; death: number | null }): string =>
          `${each.birth + 0} ${each.death === null ? "never" : each.death + 0}`;
        const times = (count: number): number[] => Array<number>(count).fill(0);
        expect(
          bars.flatMap((bar) => times(bar.multiplicity).map(() => values(mirrored(bar)))).sort(),
        ).toEqual(other.bars.flatMap((bar) => times(bar.multiplicity).map(() => values(bar))).sort());
      }
    }
  });

  it("has no bar in two barcodes, and finite ones on their side of the diagonal", () => {
    for (let seed = 0; seed < 200; seed++) {
      const { graph, filter } = randomGraph(seed);
      const { bars } = topology.filtration(graph, filter);
      const three = threeBarcodes(bars).flatMap((barcode) => barcode.bars);
      expect(new Set(three).size).toBe(three.length);
      expect(three.length).toBe(sixBarcodes(bars).flatMap((barcode) => barcode.bars).length);
      for (const { direction, birth, death } of three) {
        if (death !== null) expect(direction === "sub" ? birth < death : birth > death).toBe(true);
      }
    }
  });

  it("tells the star from the rising path by its finite superlevel bars alone", () => {
    const finite = (id: string) => {
      const { graph, filter } = exampleNamed(id)!;
      return sixBarcodes(topology.filtration(graph, filter).bars)
        .filter(({ kind }) => kind === "h0")
        .map(({ bars }) => bars.map(({ birth, death }) => [birth, death]));
    };
    expect(finite("rising-path")).toEqual([[], []]);
    const [sub, from] = finite("star");
    expect(sub).toEqual([]);
    expect(from).toHaveLength(2);
  });
});
