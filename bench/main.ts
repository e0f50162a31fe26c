// `npm run bench`: worlds, runs of many cells, learners and the live view, measured and held against their targets. A missed target is
// printed, not an error: speed depends on the machine, and on what else it does.

import { parseArgs } from "node:util";
import { note, print, printJson, table } from "../src/cli/output.ts";
import { benchCells, type CellFigures } from "./cells.ts";
import { benchCluster } from "./cluster.ts";
import { benchContests } from "./contests.ts";
import { benchFiles } from "./files.ts";
import { benchLanguage } from "./language.ts";
import { benchRates } from "./learner-rates.ts";
import { benchLearners } from "./learners.ts";
import { PARTS, type Part, QUICK, WHOLE } from "./lengths.ts";
import { machine } from "./machine.ts";
import { writePage } from "./page.ts";
import { benchPictures } from "./pictures.ts";
import { canWatch } from "./process-samples.ts";
import { benchRequests } from "./requests.ts";
import { benchSocieties } from "./societies.ts";
import { type Figures, machineLine, tablesOf, targetsOf } from "./tables.ts";
import { benchView } from "./view.ts";
import { benchWorlds } from "./worlds.ts";

const HELP = `npm run bench -- [options]
  --only PART    one of worlds, cells, requests, contests, societies, pictures, files, cluster, learners, rates, language, view
  --python FILE  an interpreter with PyTorch and Stable-Baselines3, for the last three (interop/ppo_reference.py), and peers for requests, contests and pictures
  --quick        about 20 seconds a part, less exact; a table says what it leaves out
  --json         print one JSON document
  --write        write the figures into bench/README.md; parts that are not measured stay`;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    python: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (flags.help) print(HELP);
else if (flags.only !== undefined && !PARTS.some((part) => part === flags.only)) {
  note(`bench: there is no part "${flags.only}"; valid: ${PARTS.join(", ")}`);
  process.exitCode = 2;
} else report(await measured());

async function measured(): Promise<Figures> {
  const { quick } = flags;
  const lengths = quick ? QUICK : WHOLE;
  const here = machine();
  if (here.load > 0.5) note(`bench: the machine is busy (load ${here.load.toFixed(1)}); the figures will be too low`);
  const isSelected = (part: Part) => flags.only === undefined || flags.only === part;
  const worlds = isSelected("worlds") ? await benchWorlds(lengths.worlds, note) : [];
  const cells: CellFigures[] = [];
  if (isSelected("cells") && !canWatch())
    note("bench: cells are measured through /proc, which this system does not have");
  else if (isSelected("cells")) {
    for (const record of ["episodes", "steps"] as const) {
      note(`cells: ${record}`);
      cells.push(await benchCells(record, lengths.cells));
    }
  }
  const { python } = flags;
  if ((isSelected("learners") || isSelected("rates") || isSelected("language")) && python === undefined) {
    note("bench: learners and language models are timed beside a peer; give --python");
  }
  const rates = isSelected("rates") && python !== undefined ? await benchRates(python, lengths.rates, note) : [];
  const learners =
    isSelected("learners") && python !== undefined ? await benchLearners(python, lengths.learners, note) : [];
  const language =
    isSelected("language") && python !== undefined ? await benchLanguage(python, lengths.language, note) : [];
  const requests = isSelected("requests") ? await benchRequests(python, lengths.requests, note) : [];
  const contests = isSelected("contests") ? await benchContests(python, lengths.contests, note) : [];
  const societies = isSelected("societies") ? await benchSocieties(lengths.societies, note) : [];
  const pictures = isSelected("pictures") ? await benchPictures(python, lengths.pictures, note) : undefined;
  if (isSelected("files") && !canWatch())
    note("bench: files are measured through /proc, which this system does not have");
  const files = isSelected("files") && canWatch() ? await benchFiles(lengths.files, note) : [];
  const cluster = isSelected("cluster") && canWatch() ? await benchCluster(lengths.cluster, note) : undefined;
  const view = isSelected("view") ? await benchView(lengths.view, note) : undefined;
  return {
    machine: here,
    quick,
    worlds,
    cells,
    learners,
    rates,
    language,
    requests,
    contests,
    societies,
    pictures,
    files,
    cluster,
    view,
  };
}

function report(figures: Figures): void {
  if (flags.json) printJson({ ...figures, targets: targetsOf(figures) });
  else {
    print(machineLine(figures.machine), "");
    for (const { tables } of tablesOf(figures)) {
      for (const { title, head, rows } of tables) print(title, table(head, rows), "");
    }
  }
  if (flags.write) note(`bench: wrote ${writePage(figures)}`);
}
