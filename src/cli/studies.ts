// `agon studies`: all published systems with their last measured result, and the manual's pages of them.

import { join, resolve } from "node:path";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { indexPage, systemPage } from "../lab/study-page.ts";
import { recordOf, recordText, runStudy, summaryOf } from "../lab/study-record.ts";
import { studies as shipped } from "../systems/index.ts";
import type { StudiesFlags } from "./main.ts";
import { duration, note, print, printJson, style, table } from "./output.ts";
import { countsText, interruptibleStudies, optionsOf, studyJson } from "./study.ts";

/** Lists the studies; runs them first where asked. */
export async function studies(flags: StudiesFlags): Promise<number> {
  const all = await shipped.all();
  if (flags.run === true || flags.full === true) {
    await interruptibleStudies(async (signal) => {
      for (const study of all) {
        const record = await runStudy(study, optionsOf(study, flags, signal), flags.store);
        note(`${study.id}: ${summaryOf(record).status} (${duration(record.seconds)})`);
      }
      return 0;
    });
  }
  const records = all.map((study) => ({ study, record: recordOf(study, flags.store) }));
  if (flags.write !== undefined) write(flags.write, records);
  if (flags.json === true) {
    printJson(records.map(({ study, record }) => studyJson(study, record)));
    return 0;
  }
  const rows = records.map(({ study, record }) => {
    if (record === undefined) return [study.id, style("dim", "not run"), "–", "–"];
    const { status, ...counts } = summaryOf(record);
    const colour = status === "reproduced" ? "green" : status === "undecided" ? "yellow" : "red";
    return [study.id, style(colour, status), duration(record.seconds), countsText(counts)];
  });
  print(table(["study", "status", "time", "result"], rows, 4));
  return 0;
}

/** Writes a page and the record of every system that was measured, and the index. */
function write(folder: string, records: Parameters<typeof indexPage>[0]): void {
  writing(folder, () => {
    makeFolder(join(resolve(folder), "results"));
    for (const { study, record } of records) {
      writeWhole(join(folder, `${study.id}.md`), systemPage(study, record));
      if (record !== undefined) writeWhole(join(folder, "results", `${study.id}.json`), recordText(record));
    }
    writeWhole(join(folder, "README.md"), indexPage(records));
  });
  note(`wrote ${folder}`);
}
