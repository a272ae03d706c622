// Checks the imports of src/: no cycles, each layer imports only the layers below it, and no page imports another page.

/** The layers from the bottom up; a layer may import itself and the layers before it. */
const LAYERS = [
  ["protocol", "domain"],
  ["layout"],
  ["engine"],
  ["store"],
  ["services"],
  ["plots"],
  ["ui"],
  ["pages"],
  ["app"],
  ["notebook"],
];

const folders = (names) => `^src/(?:${names.join("|")})(?:/|\\.ts$)`;

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: { path: "^src/" }, to: { circular: true } },
    ...LAYERS.slice(0, -1).map((names, i) => ({
      name: `${names.at(-1)}-imports-no-higher-layer`,
      severity: "error",
      from: { path: folders(names), pathNot: "\\.test\\.tsx?$" },
      to: { path: folders(LAYERS.slice(i + 1).flat()) },
    })),
    // What two pages need is in a layer below them, so that each page can be read, loaded and changed alone.
    {
      name: "page-imports-no-page",
      severity: "error",
      from: { path: "^src/pages/([^/]+)/" },
      to: { path: "^src/pages/", pathNot: "^src/pages/$1/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:types|tests|pkg)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
