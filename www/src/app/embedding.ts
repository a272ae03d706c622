/** Parts of the page that a page around it may hide. */
const PARTS = ["card", "tools", "sentence"] as const;

/** Classes for `?embed=1&hide=card,tools`: without the header, and without these parts. */
export function embedding(search: string): readonly string[] {
  const words = new URLSearchParams(search);
  const hidden = words.get("hide")?.split(",") ?? [];
  return [
    ...(words.get("embed") === "1" ? ["embedded"] : []),
    ...PARTS.filter((part) => hidden.includes(part)).map((part) => `hides-${part}`),
  ];
}
