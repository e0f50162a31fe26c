// Phases one after the other: whose update is whose, what is kept of each, and that an empty one is passed over.

import { expect, it } from "vitest";
import { inOrder, type TrainingPhase } from "./phases.ts";

it("counts each phase's updates from 0, tells each how far it is, and passes over one without updates", () => {
  const log: string[] = [];
  const phase = (name: string, updates: number): TrainingPhase => ({
    updates,
    update(done) {
      log.push(`${name} ${done}`);
      return { written: done, measures: { [name]: done } };
    },
    save: (done) => (done > 0 && done < updates ? [{ name, shape: [1], data: Float32Array.of(done) }] : []),
    restore(tensors, done) {
      log.push(`${name} from ${done} with ${[...tensors.keys()].join()}`);
    },
    close: () => log.push(`${name} closed`),
  });
  const whole = inOrder([phase("a", 2), phase("none", 0), phase("b", 3)]);
  expect(whole.updates).toBe(5);
  expect([0, 1, 2, 3, 4].map((done) => whole.update(done).measures)).toEqual(
    ["a 0", "a 1", "b 0", "b 1", "b 2"].map((one) => ({ [one[0]]: Number(one[2]) })),
  );
  expect(log.splice(0)).toEqual(["a 0", "a 1", "b 0", "b 1", "b 2"]);
  expect(
    [0, 1, 2, 3, 5].map((done) =>
      whole
        .save(done)
        .map(({ name, data }) => `${name} ${data[0]}`)
        .join(),
    ),
  ).toEqual(["", "a 1", "", "b 1", ""]);
  whole.restore(new Map([["b", Float32Array.of(1)]]), 3);
  whole.close();
  const restored = ["a from 3 with b", "none from 1 with b", "b from 1 with b"];
  expect(log).toEqual([...restored, "a closed", "none closed", "b closed"]);
});
