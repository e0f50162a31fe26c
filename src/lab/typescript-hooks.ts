// The module hooks behind typescript.ts; Node runs them in a thread of their own.

import { readFile } from "node:fs/promises";
import type { InitializeHook, LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";

let agon = "";

export const initialize: InitializeHook<{ agon: string }> = (data) => {
  agon = data.agon;
};

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === "agon" ? { url: agon, shortCircuit: true } : next(specifier, context);

export const load: LoadHook = async (url, context, next) => {
  if (!/\.m?ts$/.test(url)) return next(url, context);
  const source = await readFile(fileURLToPath(url), "utf8");
  const { code } = transformSync(source, { mode: "strip-only", filename: url });
  return { format: "module", source: code, shortCircuit: true };
};
