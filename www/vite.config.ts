/// <reference types="vitest/config" />
import { defineConfig } from "vite";

export default defineConfig({
  // The built page works from any sub-path of any static server.
  base: "./",
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    // The server's content security policy allows no scripts and styles from data: addresses.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
  test: { setupFiles: "tests/seed.ts" },
});
