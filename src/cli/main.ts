#!/usr/bin/env node
// The door for people and scripts: runs the command that its arguments ask for.

import { runCommand } from "./commands.ts";

// A reader that closes early (`agon list | head`) is no error.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2));
