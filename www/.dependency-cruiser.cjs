// Checks the imports of src/: no cycles, and each layer imports only the layers below it.

/** The layers from the bottom up; a layer may import itself and the layers before it. */
const LAYERS = [
  ["protocol", "domain"],
  ["layout"],
  ["engine"],
  ["store"],
  ["services"],
  ["plots"],
  ["features"],
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
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:types|tests|pkg)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
