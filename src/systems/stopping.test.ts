// A law of all studies: what is asked to stop stops.

import { expect, test } from "vitest";
import { studyContext } from "../../test/fixtures/study.ts";
import { studies } from "./index.ts";

// A study that is an experiment stops as every run does.
const all = (await studies.all()).flatMap((study) => ("run" in study ? [[study.id, study] as const] : []));

test.each(all)("%s", async (_, study) => {
  const stopped = studyContext({ signal: AbortSignal.abort("enough"), seeds: [901] });
  await expect((async () => study.run(stopped))()).rejects.toBe("enough");
});
