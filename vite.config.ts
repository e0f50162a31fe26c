// Builds src/web into pages of one file each: styles and scripts inline, nothing loaded from elsewhere. `vite build --mode view`
// builds the page of `agon view`, whose server says what it may do, and `--mode editor` the module that this page loads when an
// experiment is looked at; every other build is the saved report.

import { readFileSync } from "node:fs";
import { preact } from "@preact/preset-vite";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** A saved page may not reach the network, with any data. Not in development, where Vite itself needs it. */
const noNetwork: Plugin = {
  name: "no-network",
  apply: "build",
  transformIndexHtml: (html) =>
    html.replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`),
};

/** What both pages have in their head. */
const sharedHead: Plugin = {
  name: "shared-head",
  transformIndexHtml: (html) => html.replace("<head>", `<head>\n${readFileSync("src/web/head.html", "utf8")}`),
};

/** The library of distributions draws numbers too, seeded by Node. The pages draw none: what asks for a seed falls away. */
const noSeeds: Plugin = {
  name: "no-seeds",
  enforce: "pre",
  resolveId: (id) => (id === "crypto" ? "\0crypto" : undefined),
  load: (id) => (id === "\0crypto" ? "export const randomBytes = undefined;" : undefined),
};

const editor: UserConfig = {
  root: "src/web",
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    target: "es2022",
    // It is loaded from this machine.
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      input: "src/web/experiment-editor.ts",
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "editor.js" },
    },
  },
};

const page = (name: string): UserConfig => ({
  root: "src/web",
  plugins: [preact(), sharedHead, noSeeds, ...(name === "view" ? [] : [noNetwork]), viteSingleFile()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { input: `src/web/${name}.html` },
  },
});

export default defineConfig(({ mode }) => (mode === "editor" ? editor : page(mode === "view" ? "view" : "report")));
