// `npm run bench`: worlds, sweeps and runs of many cells, measured and held against their targets. A missed target is
// printed, not an error: speed depends on the machine, and on what else it does.

import { parseArgs } from "node:util";
import { note, print, printJson, table } from "../src/cli/output.ts";
import { benchCells, type CellFigures, cellTargets } from "./cells.ts";
import { machine } from "./machine.ts";
import { writePage } from "./page.ts";
import { canWatch } from "./process-samples.ts";
import { benchSweeps, sweepTargets } from "./sweeps.ts";
import { type Figures, machineLine, tablesOf } from "./tables.ts";
import { benchWorlds, worldTargets } from "./worlds.ts";

const HELP = `npm run bench -- [options]
  --only worlds|sweeps|cells   one part
  --quick                      under 20 seconds, less exact
  --json                       print one JSON document
  --write                      write the figures into bench/README.md`;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const PARTS = ["worlds", "sweeps", "cells"];

if (flags.help) print(HELP);
else if (flags.only !== undefined && !PARTS.includes(flags.only)) {
  note(`bench: there is no part "${flags.only}"; valid: ${PARTS.join(", ")}`);
  process.exitCode = 2;
} else report(await measured());

async function measured(): Promise<Figures> {
  const { quick } = flags;
  const here = machine();
  if (here.load > 0.5) note(`bench: the machine is busy (load ${here.load.toFixed(1)}); the figures will be too low`);
  const asked = (part: string) => flags.only === undefined || flags.only === part;
  const worlds = asked("worlds")
    ? await benchWorlds(quick ? { repetitions: 3, seconds: 0.006 } : { repetitions: 7, seconds: 0.12 }, note)
    : [];
  const sweeps = asked("sweeps") ? await benchSweeps(quick ? 1 : 5, note) : [];
  const cells: CellFigures[] = [];
  if (asked("cells") && !canWatch()) note("bench: cells are measured through /proc, which this system does not have");
  else if (asked("cells")) {
    for (const record of ["episodes", "steps"] as const) {
      note(`cells: ${record}`);
      cells.push(await benchCells(record, quick ? 1600 : 10_000));
    }
  }
  const targets = [
    ...(worlds.length > 0 ? worldTargets(worlds) : []),
    ...(sweeps.length > 0 ? sweepTargets(sweeps) : []),
    ...cellTargets(cells),
  ];
  return { machine: here, quick, worlds, sweeps, cells, targets };
}

function report(figures: Figures): void {
  if (flags.json) printJson(figures);
  else {
    print(machineLine(figures.machine), "");
    for (const { title, head, rows } of tablesOf(figures)) print(`${title}`, table(head, rows), "");
  }
  if (flags.write) note(`bench: wrote ${writePage(figures)}`);
}
