// The runner of arms does what a study would do by hand, with the same streams.

import { expect, test } from "vitest";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { type Bed, GRPO, paidWriter, textContext, type Writer, warmWriter, writtenMeans } from "./text.ts";
import { type ArmSetting, type TextArm, textArms } from "./text-arms.ts";

const BED: Bed = { world: { id: "language/sort", digits: 1 }, width: 16, steps: 60 };
const OPTIONS = { questions: 2, answers: 4 };
const SEED = 3;

const weights = ({ parameters }: Writer) => [...parameters.flat];

test("arms are trained by pay, world, method and stages, as by hand", async () => {
  const seen: ArmSetting[] = [];
  const first: TextArm = { reward: { weights: { marks: 1 } } };
  const train = textArms({
    bed: BED,
    options: OPTIONS,
    arms: {
      usual: {},
      first,
      second: { from: first, updates: 1, options: { rate: 5e-4 } },
      harder: {
        world: { digits: 2 },
        method: (setting) => {
          seen.push(setting);
          return groupMethod(setting.options, setting.sizes);
        },
      },
    },
    watch: ({ correct }) => ({ answers: correct.length }),
    meter: (writer, { bed, arm, reports }) => ({ writer: weights(writer), bed, arm, reports }),
  });
  const found = await train({ seed: SEED, updates: 2, arms: ["usual", "second", "harder", "first"] });

  const warm = warmWriter(BED, SEED);
  const options = { ...GRPO, ...OPTIONS };
  const by = (reward: unknown, bed = BED) => paidWriter(textContext(bed, reward, SEED), warm, 2, options);
  const [usual, marks] = [by({ channel: "correct" }), by({ weights: { marks: 1 } })];
  expect(found.warm.writer).toEqual(weights(warm));
  expect(found.warm.reports).toEqual([]);
  expect(found.usual.writer).toEqual(weights(usual.writer));
  expect(found.usual.reports).toEqual(usual.reports.map((report) => ({ ...report, answers: 8 })));
  expect(found.first.writer).toEqual(weights(marks.writer));

  const context = textContext(BED, { channel: "correct" }, SEED);
  const later = paidWriter(context, marks.writer, 1, { ...options, rate: 5e-4 }, { after: 2 });
  expect(found.second.writer).toEqual(weights(later.writer));
  expect(found.second.reports).toHaveLength(1);

  const world = { ...BED, world: { ...BED.world, digits: 2 } };
  expect(found.harder.bed).toEqual(world);
  expect(found.harder.writer).toEqual(weights(by({ channel: "correct" }, world).writer));
  expect(seen).toHaveLength(1);
  expect(seen[0].sizes).toMatchObject({ rows: 8, group: 4 });
});

test("arms may begin with writers of another bed, and change the context", async () => {
  const warm: Bed = { ...BED, steps: 20 };
  const train = textArms({
    bed: BED,
    options: OPTIONS,
    arms: {
      other: { warm, updates: 1 },
      unpaid: { context: (_, seed) => textContext(BED, { weights: { correct: 0 } }, seed) },
    },
    meter: (writer) => ({ writer: weights(writer), ...writtenMeans(BED, writer, 1) }),
  });
  const found = await train({ seed: SEED, updates: 1, arms: ["other", "unpaid"] });
  const context = textContext(BED, { channel: "correct" }, SEED);
  const byHand = paidWriter(context, warmWriter(warm, SEED), 1, { ...GRPO, ...OPTIONS });
  expect(found.other.writer).toEqual(weights(byHand.writer));
  expect(found.unpaid.writer).toEqual(found.warm.writer);
});
