// `agon studies`: all published systems with their last measured figures, and the manual's table of them.

import { writeFileSync } from "node:fs";
import { writing } from "../core/files.ts";
import { manualPage } from "../lab/study-page.ts";
import { recordOf, runStudy } from "../lab/study-record.ts";
import { studies as all } from "../systems/index.ts";
import type { StudiesFlags } from "./main.ts";
import { duration, note, print, printJson, style, table } from "./output.ts";
import { contextOf, studyJson } from "./study.ts";

/** Lists the studies; runs them first where asked. */
export async function studies(flags: StudiesFlags): Promise<number> {
  if (flags.run === true || flags.full === true) {
    for (const study of all) {
      const { status, seconds } = await runStudy(study, contextOf(study, flags), flags.store);
      note(`${study.id}: ${status} (${duration(seconds)})`);
    }
  }
  const records = all.map((study) => ({ study, record: recordOf(study, flags.store) }));
  if (flags.write !== undefined) {
    const file = flags.write;
    writing(file, () => writeFileSync(file, manualPage(records)));
    note(`wrote ${file}`);
  }
  if (flags.json === true) {
    printJson(records.map(({ study, record }) => studyJson(study, record)));
    return 0;
  }
  const rows = records.map(({ study, record }) => [
    study.id,
    style(
      record?.status === "reproduced" ? "green" : record === undefined ? "dim" : "yellow",
      record?.status ?? "not run",
    ),
    record === undefined ? "–" : `${record.checks.filter(({ pass }) => pass).length} of ${record.checks.length}`,
    record === undefined ? "–" : duration(record.seconds),
    record?.measured ?? study.claim,
  ]);
  print(table(["study", "status", "checks", "time", "measured"], rows, 5));
  return 0;
}
