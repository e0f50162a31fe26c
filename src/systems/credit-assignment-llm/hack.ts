// The hack: paid every time a sub-goal is true, not once, a learner that can lay the key down picks it up again and again.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { isReached } from "../../feedback/judge.ts";
import type { Control } from "../../study/legacy.ts";
import { LEARNERS } from "./arms.ts";
import { BONUS, judgedPay } from "./judged-pay.ts";
import { rules } from "./judges.ts";
import { train } from "./learning.ts";
import { drawRoom, SUBGOALS } from "./rooms.ts";

const SIZE = 7;
const EPISODES = 2000;
/** Episodes at the end whose successes and pick-ups count. */
const COUNTED = 200;
/** Pick-ups of an episode that are no way to the stairs. */
const MANY = 5;

/** Success and pick-ups of an episode at the end of training. */
async function trained(every: boolean, seeds: readonly number[], pause: (label: string) => Promise<void>) {
  const successes: number[] = [];
  const pickUps: number[] = [];
  for (const seed of seeds) {
    await pause("the hack");
    const room = drawRoom(SIZE, Random.of(seed, "room"), true);
    const paid = judgedPay(
      room,
      rules,
      { view: "map", line: "inventory" },
      {
        subgoals: SUBGOALS.map(() => ({ pay: BONUS, every })),
      },
    );
    const counts = { success: 0, pickUps: 0 };
    let episodes = 0;
    const logged = {
      ...paid,
      pay(state: number, action: number, next: number, ended: boolean) {
        const pay = paid.pay(state, action, next, ended);
        if (episodes >= EPISODES - COUNTED && isReached(paid.said(), 0)) counts.pickUps += 1;
        return pay;
      },
    };
    train(room, logged, seed, LEARNERS.tuned, EPISODES, (success, episode) => {
      if (success && episode >= EPISODES - COUNTED) counts.success += 1;
      episodes = episode + 1;
      return false;
    });
    successes.push(counts.success / COUNTED);
    pickUps.push(counts.pickUps / COUNTED);
  }
  return { success: mean(successes), pickUps: mean(pickUps) };
}

/** The control: pay every time beside pay once, in rooms whose key can be laid down. */
export async function hackControl(seeds: readonly number[], pause: (label: string) => Promise<void>): Promise<Control> {
  const [once, always] = [await trained(false, seeds, pause), await trained(true, seeds, pause)];
  const words = ({ success, pickUps }: typeof once) =>
    `success ${success.toFixed(3)} with ${pickUps.toFixed(1)} pick-ups of the key an episode`;
  return {
    name: "paid every time it is true, bonuses by rules teach the way to the stairs (success ≥ 0.8 at the end, or few pick-ups)",
    failed: always.success < 0.8 && always.pickUps >= MANY && once.success >= 0.8 && once.pickUps < 2,
    measured: `every time: ${words(always)}; once: ${words(once)}`,
  };
}
