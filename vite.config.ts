// Builds src/web into pages of one file each: styles and scripts inline, nothing loaded from elsewhere. `vite build --mode view`
// builds the page of `agon view`, whose server says what it may do; every other build is the saved report.

import { readFileSync } from "node:fs";
import { preact } from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** A saved page may not reach the network, whatever data it is given. Not in development, where Vite itself needs it. */
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

export default defineConfig(({ mode }) => ({
  root: "src/web",
  plugins: [preact(), sharedHead, ...(mode === "view" ? [] : [noNetwork]), viteSingleFile()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: false,
    target: "es2022",
    rollupOptions: { input: `src/web/${mode === "view" ? "view" : "report"}.html` },
  },
}));
