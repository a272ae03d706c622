import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChosenColumns } from "../../domain/columns";
import type { TablePreview, TableView } from "../../protocol";
import { withColumns } from "./withColumns";

const askColumns = vi.hoisted(() => vi.fn<(question: unknown) => Promise<ChosenColumns | null>>());
vi.mock("./ColumnsDialog", () => ({ askColumns }));

const file = (path: string) => ({ path, bytes: new Uint8Array() });
const unknown = (table: string, view: TableView): Error =>
  Object.assign(new Error("e"), { table, view, problem: "p" });
const preview = (columns: number, rows = 2): TablePreview => ({
  headings: new Array<string>(columns).fill("a"),
  hasHeading: true,
  rows: Array.from({ length: rows }, () => new Array<string>(columns).fill("1")),
  suggested: [],
  roles: [],
});
const chosen = (view: TableView): ChosenColumns => ({ view, words: ["x"], hasHeading: true });

describe("tables whose columns are unknown", () => {
  const tablePreview = vi.fn<(file: unknown, views: readonly TableView[]) => Promise<TablePreview | null>>();
  beforeEach(() => {
    askColumns.mockReset();
    tablePreview.mockReset().mockResolvedValue(preview(2));
  });

  it("are read without a question if the reader knows them", async () => {
    expect(await withColumns([file("a")], [], (columns) => columns.length, tablePreview)).toBe(0);
    expect(askColumns).not.toHaveBeenCalled();
  });

  it("are read with the answers, one table after the other", async () => {
    askColumns.mockResolvedValueOnce(chosen("edges")).mockResolvedValueOnce(chosen("values"));
    const files = [file("folder/a.csv"), file("v.csv")];
    const reader = (columns: readonly ChosenColumns[]): readonly TableView[] => {
      if (columns.length === 0) throw unknown("folder/a.csv", "edges");
      if (columns.length === 1) throw unknown("v.csv", "values");
      return columns.map(({ view }) => view);
    };
    const read = await withColumns(files, [], reader, tablePreview);
    expect(read).toEqual(["edges", "values"]);
    expect(tablePreview.mock.calls).toEqual([
      [files[0], ["edges"]],
      [files[1], ["values"]],
    ]);
    expect(askColumns.mock.calls[0]![0]).toMatchObject({ file: "a.csv", problem: "p" });
  });

  it("of edges can be points, but not those of values", async () => {
    askColumns.mockResolvedValue(null);
    for (const [view, views] of [
      ["edges", ["edges", "points"]],
      ["values", ["values"]],
    ] as const) {
      const refuse = (): never => {
        throw unknown("a.csv", view);
      };
      expect(await withColumns([file("a.csv")], ["points"], refuse, tablePreview)).toBeNull();
      expect(tablePreview.mock.lastCall![1]).toEqual(views);
    }
  });

  it("keep the sentence of the reader if no question helps", async () => {
    const refused = unknown("a.csv", "edges");
    const refuse = (error: Error) => (): never => {
      throw error;
    };
    for (const useless of [preview(101), preview(4, 1)]) {
      const previewOf = () => Promise.resolve(useless);
      await expect(withColumns([file("a.csv")], [], refuse(refused), previewOf)).rejects.toBe(refused);
    }
    const damaged = new Error("line 3");
    await expect(withColumns([file("a.csv")], [], refuse(damaged), tablePreview)).rejects.toBe(damaged);
    expect(askColumns).not.toHaveBeenCalled();
  });
});
