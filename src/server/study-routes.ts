// Routes for studies: the list of all, one with its records, and the file of a record.

import { existsSync } from "node:fs";
import { Hono } from "hono";
import { UserError, unknownName } from "../core/errors.ts";
import { runsOf } from "../lab/store/store.ts";
import { describedStudy } from "../lab/studies/described-study.ts";
import { recordFile, recordsOf } from "../lab/studies/kept-records.ts";
import { listedStudies } from "../lab/studies/listed-studies.ts";
import { FORMS } from "../lab/studies/record.ts";
import type { StudyPageData } from "../lab/studies/study-data.ts";
import { studies } from "../systems/index.ts";

/** Serves the records of a store; for studies without records in the store, the records that ship with Agon. */
export function studyRoutes(store: string): Hono {
  const app = new Hono();
  app.get("/", (context) => context.json(listedStudies(store)));
  app.get("/:study", async (context) => {
    const study = await studies.get(context.req.param("study"));
    const known = new Set(existsSync(store) ? runsOf(store) : []);
    const records = Object.values(recordsOf(study.id, store));
    const page: StudyPageData = {
      ...describedStudy(study, recordsOf(study.id, store)),
      files: FORMS.flatMap((form) => recordFile(study.id, form, store)?.file ?? []),
      runs: [...new Set(records.flatMap(({ run }) => (run !== undefined && known.has(run) ? [run] : [])))],
    };
    return context.json(page);
  });
  app.get("/:study/records/:form", async (context) => {
    const { id } = await studies.get(context.req.param("study"));
    const name = context.req.param("form");
    const form = FORMS.find((one) => one === name);
    if (form === undefined) throw new UserError(unknownName("form of a study", name, FORMS));
    const kept = recordFile(id, form, store);
    if (kept === undefined) {
      const hint = `agon study ${id}${form === "full" ? " --full" : ""} makes one`;
      throw new UserError({ code: "unknown-name", what: `${id} has no record of its ${form} form`, hint });
    }
    const headers = {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${kept.file.name}"`,
    };
    return context.body(kept.text, 200, headers);
  });
  return app;
}
