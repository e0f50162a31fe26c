// Bundles packages of many files into one file each, `dist/packages/NAME.js`, and points what is built to them: to find and read hundreds
// of files is most of the time in which a short command begins. Runs after the modules of the build are listed, by their packages' names.

import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const dist = fileURLToPath(new URL("dist", import.meta.url));

/** Packages that many commands load, and that find none of their own files by its path. */
const PACKAGES = ["@duckdb/node-api", "cli-table3", "commander", "hyparquet-writer", "lib-r-math.js", "yaml", "zod"];

const bundleOf = (name: string): string => join("packages", `${name.replaceAll("/", "-")}.js`);

/** A module that exports what the package does, by name: bundlers see no names in a package of CommonJS. */
const exported = async (name: string): Promise<string> => {
  const names = Object.keys(await import(name)).filter((one) => one !== "module.exports");
  return `export { ${names.join(", ")} } from ${JSON.stringify(name)};`;
};

/** Imports in what is built, of packages that are bundled. */
const IMPORT = new RegExp(`((?:from|import)\\s*\\(?)"(${PACKAGES.join("|").replaceAll(".", "\\.")})"`, "g");

function pointToBundles(): void {
  for (const place of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!place.endsWith(".js") || /^(packages|web)[\\/]/.test(place)) continue;
    const text = readFileSync(join(dist, place), "utf8");
    const pointed = text.replace(IMPORT, (_, before: string, name: string) => {
      const path = relative(dirname(place), bundleOf(name)).replaceAll("\\", "/");
      return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
    });
    if (pointed === text) continue;
    // Renamed into place: other parts of the build read these files at the same time.
    writeFileSync(join(dist, `${place}.part`), pointed);
    renameSync(join(dist, `${place}.part`), join(dist, place));
  }
}

const bundles: Plugin = {
  name: "bundled-packages",
  resolveId: (id) => (id.startsWith("bundle:") ? `\0${id}` : undefined),
  load: (id) => (id.startsWith("\0bundle:") ? exported(id.slice("\0bundle:".length)) : undefined),
  closeBundle: pointToBundles,
};

export default defineConfig({
  plugins: [bundles],
  // Compiled code lies beside its loader.
  ssr: { noExternal: true, external: ["@duckdb/node-bindings"] },
  build: {
    ssr: true,
    outDir: dist,
    emptyOutDir: false,
    target: "node20",
    license: { fileName: "packages/licenses.md" },
    rollupOptions: {
      input: Object.fromEntries(PACKAGES.map((name) => [bundleOf(name).slice(0, -3), `bundle:${name}`])),
      output: { entryFileNames: "[name].js", chunkFileNames: "packages/[name]-[hash].js" },
    },
  },
});
