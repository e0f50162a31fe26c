#!/usr/bin/env node
// Entry point of the command line: runs the command that the arguments name.

import { unwritten } from "../core/files.ts";
import { answerSignals, endInterrupted } from "../core/signals.ts";
import { runCommand } from "./commands.ts";
import { report } from "./output.ts";

process.stdout.on("error", (error) => {
  // A reader that closes the pipe early (`agon list | head`) is no error.
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  process.exit(
    report(unwritten("standard output", error, "what was computed is kept; make room, and run it again"), false),
  );
});
// A broken standard error is ignored: the result goes elsewhere.
process.stderr.on("error", () => {});

// Exiting through the handler also ends the child processes.
answerSignals(endInterrupted);
process.exitCode = await runCommand(process.argv.slice(2));
