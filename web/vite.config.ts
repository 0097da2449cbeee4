import { defineConfig } from "vite";

// The page is built into the Python package, so that a wheel carries it.
export default defineConfig({
  build: {
    outDir: "../src/hexfire/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
});
