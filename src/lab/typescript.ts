// Lets Node import a user's TypeScript file: types are stripped, nothing else is changed, and "agon" means this Agon.

import { register } from "node:module";

let registered = false;

/** Registers the hooks once in this thread. */
export function readTypeScript(): void {
  // Under a runner that already reads TypeScript there is nothing to do.
  if (registered || import.meta.url.endsWith(".ts")) return;
  register(new URL("./typescript-hooks.js", import.meta.url), {
    data: { agon: new URL("../index.js", import.meta.url).href },
  });
  registered = true;
}
