// Parts of a study that run one after the other.

import { expect, test } from "vitest";
import { studyContext } from "../../test/fixtures/study.ts";
import { claim, never } from "./claim.ts";
import { inStages } from "./study.ts";

const part = (name: string) => () => ({ claims: [claim(name, never(0))] });

test("stages are announced in their order, and what they found is joined", async () => {
  const said: string[] = [];
  const context = studyContext({ progress: (done, total, label) => said.push(`${done}/${total} ${label}`) });
  const { claims } = await inStages(context, { first: part("a"), second: part("b") });
  expect(claims.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(said).toEqual(["0/2 first", "1/2 second", "2/2 done"]);
});

test("a signal stops between two stages", async () => {
  const stop = new AbortController();
  const run = inStages(studyContext({ signal: stop.signal }), {
    first: () => {
      stop.abort();
      return {};
    },
    second: () => {
      throw new Error("it runs all the same");
    },
  });
  await expect(run).rejects.toThrow("aborted");
});
