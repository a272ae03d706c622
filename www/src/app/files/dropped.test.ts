import { expect, it } from "vitest";
import { droppedFiles } from "../Page";

const file = (name: string): File => new File([name], name);

function fileEntry(name: string): FileSystemEntry {
  const give = (take: (file: File) => void): void => take(file(name));
  return { isFile: true, isDirectory: false, name, file: give } as unknown as FileSystemEntry;
}

/** A folder whose reader returns batches of two, as browsers return batches of a hundred. */
function folder(name: string, ...inner: FileSystemEntry[]): FileSystemEntry {
  const createReader = () => {
    const left = [...inner];
    return { readEntries: (take: (portion: FileSystemEntry[]) => void) => take(left.splice(0, 2)) };
  };
  return { isFile: false, isDirectory: true, name, createReader } as unknown as FileSystemEntry;
}

function transfer(...entries: FileSystemEntry[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files: entries.map(({ name }) => file(name)) } as unknown as DataTransfer;
}

it("a folder contributes all files in it and its subfolders", async () => {
  const parts = ["TOY_A.txt", "TOY_graph_indicator.txt", "TOY_graph_labels.txt", "README.txt"].map(fileEntry);
  const dropped = await droppedFiles(transfer(folder("outer", folder("TOY", ...parts), fileEntry("notes"))));
  expect(dropped.map(({ name }) => name)).toEqual([
    "TOY_A.txt",
    "TOY_graph_indicator.txt",
    "TOY_graph_labels.txt",
    "README.txt",
    "notes",
  ]);
});

it("files without a folder keep their order", async () => {
  const dropped = await droppedFiles(transfer(fileEntry("a.edges"), fileEntry("a.values")));
  expect(dropped.map(({ name }) => name)).toEqual(["a.edges", "a.values"]);
});
