// Module hooks for user-files.ts, which Node runs in a separate thread.

import { readFile } from "node:fs/promises";
import type { InitializeHook, LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";

let agonlab = "";
let old: readonly string[];
let oldNames: MessagePort;

export const initialize: InitializeHook<{ agonlab: string; old: string[]; oldNames: MessagePort }> = (data) => {
  ({ agonlab, old, oldNames } = data);
};

export const resolve: ResolveHook = (specifier, context, next) => {
  const isOld = old.includes(specifier);
  if (specifier !== "agonlab" && !isOld) return next(specifier, context);
  if (isOld && context.parentURL !== undefined)
    oldNames.postMessage({ name: specifier, file: fileURLToPath(context.parentURL) });
  return { url: agonlab, shortCircuit: true };
};

/** Returns whether JavaScript uses import or export. The package.json of its folder may say otherwise. */
async function isModule(source: string): Promise<boolean> {
  const { init, parse } = await import("es-module-lexer");
  await init;
  const [, , , has] = parse(source);
  return has;
}

export const load: LoadHook = async (url, context, next) => {
  if (context.format === "commonjs" && url.endsWith(".js") && !url.includes("/node_modules/")) {
    const source = await readFile(fileURLToPath(url), "utf8");
    return (await isModule(source)) ? { format: "module", source, shortCircuit: true } : next(url, context);
  }
  if (!/\.m?ts$/.test(url)) return next(url, context);
  // Imported on demand, since plain JavaScript does not need it.
  const { transformSync } = await import("@swc/wasm-typescript");
  const source = await readFile(fileURLToPath(url), "utf8");
  const { code } = transformSync(source, { mode: "strip-only", filename: url });
  return { format: "module", source: code, shortCircuit: true };
};
