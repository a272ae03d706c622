import tseslint from "typescript-eslint";

export default tseslint.config(
  // Built or generated.
  { ignores: ["dist", "pkg", "public", "src/protocol.ts", "types"] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      // Loops over typed arrays index within bounds they have just checked.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
