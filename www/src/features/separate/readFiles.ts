import type { Topology } from "../../engine/topology";

/** The graph of a file, with its file of values if there are two, in graph6. Throws if the files hold no single graph. */
export async function readFiles(topology: Topology, files: readonly File[]): Promise<string> {
  const named = await Promise.all(
    files.map(async (file) => ({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const opened = topology.open(named);
  if (opened.type !== "graph") {
    throw new Error(
      "The file holds no single graph. The page opens data sets and runs with Open file on Inspect.",
    );
  }
  return topology.toGraph6(opened.graph);
}
