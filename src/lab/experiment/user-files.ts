// Imports user files. TypeScript types are stripped and nothing else is changed. In any folder "agonlab", or an old name of the package,
// resolves to this Agon.

import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { deprecated, noticesOf } from "./deprecations.ts";

const OLD = deprecated("package");

/** Port on which the hooks report an old name and the file that imports it. */
let oldNames: MessagePort | undefined;

/** Imports a user's file and returns its exports. `onNotice` is called for every file that imports the package by an old name. */
export async function importUserFile(file: string, onNotice?: (text: string) => void): Promise<{ default?: unknown }> {
  // A test runner that loads TypeScript itself also resolves the package.
  if (!import.meta.url.endsWith(".ts")) oldNames ??= registerHooks();
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    if (oldNames !== undefined) {
      for (let next = receiveMessageOnPort(oldNames); next !== undefined; next = receiveMessageOnPort(oldNames)) {
        const old = OLD.get(next.message.name);
        if (old !== undefined) for (const notice of noticesOf(next.message.file, [old])) onNotice?.(notice);
      }
    }
  }
}

function registerHooks(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  register(new URL("./user-file-hooks.js", import.meta.url), {
    data: { agonlab: new URL("../../index.js", import.meta.url).href, old: [...OLD.keys()], oldNames: port2 },
    transferList: [port2],
  });
  return port1;
}
