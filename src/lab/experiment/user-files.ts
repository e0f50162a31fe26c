// Imports a user's own file: TypeScript's types are stripped, nothing else is changed, and "agonlab" means this Agon in
// any folder, as do the package's old names.

import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { deprecated, noticesOf } from "./deprecations.ts";

const OLD = deprecated("package");

/** Where the hooks send an old name and the file that imports it. */
let oldNames: MessagePort | undefined;

/** The exports of a user's file. `onNotice` has a sentence for every file that imports the package by an old name. */
export async function importUserFile(file: string, onNotice?: (text: string) => void): Promise<{ default?: unknown }> {
  // A runner that reads TypeScript itself also knows the package.
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

/** Registers the hooks in this thread. */
function registerHooks(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  register(new URL("./user-file-hooks.js", import.meta.url), {
    data: { agonlab: new URL("../../index.js", import.meta.url).href, old: [...OLD.keys()], oldNames: port2 },
    transferList: [port2],
  });
  return port1;
}
