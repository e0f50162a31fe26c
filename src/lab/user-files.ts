// Imports a user's own file: TypeScript's types are stripped, nothing else is changed, and "agonlab" means this Agon in
// any folder. "agon", the package's old name, still means it in this version.

import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** Where the hooks send the files that import the old name. */
let oldNames: MessagePort | undefined;

/** The exports of a user's file. `onNotice` is told of every file that still imports the package by its old name. */
export async function importUserFile(file: string, onNotice?: (text: string) => void): Promise<{ default?: unknown }> {
  // A runner that reads TypeScript itself also knows the package.
  if (!import.meta.url.endsWith(".ts")) oldNames ??= registerHooks();
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    if (oldNames !== undefined) {
      for (let next = receiveMessageOnPort(oldNames); next !== undefined; next = receiveMessageOnPort(oldNames))
        onNotice?.(
          `${next.message} imports "agon"; the package is now called "agonlab", and the next version knows that name alone`,
        );
    }
  }
}

/** Registers the hooks in this thread. */
function registerHooks(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  register(new URL("./user-file-hooks.js", import.meta.url), {
    data: { agonlab: new URL("../index.js", import.meta.url).href, oldNames: port2 },
    transferList: [port2],
  });
  return port1;
}
