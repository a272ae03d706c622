// Cells of the tables that the page writes: readers take each as the same text.

/** A text as a cell of CSV. A line that begins with # or % would be a comment. */
export function cell(text: string): string {
  return /[",\r\n]|^[#%]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The names, or the indices of the vertices if a table would read a name as something else, or if one of them is not `valid`. */
export function tableNames(
  vertices: number,
  names: readonly string[] | undefined,
  valid: (name: string) => boolean = () => true,
): readonly string[] {
  return names?.every((name) => isVertex(name) && valid(name))
    ? names
    : Array.from({ length: vertices }, (_, vertex) => String(vertex));
}

/** Whether a cell of a table is a vertex with this name: no missing value, no number in another notation, and no word of the header. */
function isVertex(name: string): boolean {
  const others = ["", "NA", "N/A", "#N/A", "null", "None", "nan", "NaN", "source", "target"];
  const isNumber = !Number.isNaN(Number(name.replace(",", ".")));
  return name === name.trim() && !others.includes(name) && (!isNumber || /^(0|[1-9]\d*)$/.test(name));
}
