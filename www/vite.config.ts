import { defineConfig } from "vite";

// `base: "./"` makes the built page work from any sub-path of any static server.
export default defineConfig({
  base: "./",
  build: { target: "es2022", outDir: "dist", emptyOutDir: true },
  worker: { format: "es" },
});
