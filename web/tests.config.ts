// The page's own logic, bundled for node's test runner: `npm test`.
import { readdirSync } from "node:fs";
import { defineConfig } from "vite";

const names = readdirSync("tests").filter((name) => name.endsWith(".test.ts"));

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "node_modules/.cache/tests",
    emptyOutDir: true,
    rollupOptions: { input: names.map((name) => `tests/${name}`) },
  },
  logLevel: "warn",
});
