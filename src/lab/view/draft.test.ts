// The check of an unsaved experiment reports how much of it a run would compute.

import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { checkedDraft } from "./draft.ts";

const TEXT = `
environment: { id: coopetition/trust-dilemma, horizon: 5 }
agents: { policy: constant, level: 40 }
objective: joint.value
variants: { private: { reward: private }, generous: { agents.level: 80 } }
seeds: 2
record: episodes
`;

test("cells stored without steps are computed again where steps are requested", async () => {
  const { folder, experiment } = await ran(TEXT);
  const place = { file: join(experiment.directory, "e.yaml"), store: dirname(folder) };
  const kept = async (text: string) => (await checkedDraft({ ...place, text })).plan?.kept;
  expect(await kept(TEXT)).toBe(4);
  expect(await kept(TEXT.replace("seeds: 2", "seeds: 3"))).toBe(4);
  expect(await kept(TEXT.replace("record: episodes", "record: steps"))).toBe(0);
});
