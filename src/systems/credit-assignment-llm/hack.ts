// The hack: paid every time a sub-goal is true, not once, a learner that can lay the key down picks it up again and again.

import { Random } from "../../core/random.ts";
import { isReached } from "../../feedback/judge.ts";
import { atLeast, below } from "../../study/bound.ts";
import { claim, control, is } from "../../study/claim.ts";
import { comparison } from "../../study/comparison.ts";
import { type StudyContext, type StudyResult, studyJob } from "../../study/study.ts";
import { rules } from "./judges.ts";
import { BONUS, judgedPay, training } from "./learning.ts";
import { drawRoom, SUBGOALS } from "./rooms.ts";

const SIZE = 7;
const EPISODES = 2000;
/** Episodes at the end whose successes and pick-ups count. */
const COUNTED = 200;

/** At the end of training: share of successes, and pick-ups of the key an episode. */
interface AtTheEnd {
  readonly success: number;
  readonly pickUps: number;
}

function trained(every: boolean, seed: number): AtTheEnd {
  const room = drawRoom(SIZE, Random.of(seed, "room"), true);
  const subgoals = SUBGOALS.map(() => ({ pay: BONUS, every }));
  const paid = judgedPay(room, rules, { view: "map", line: "inventory" }, subgoals);
  let [successes, pickUps, counts] = [0, 0, false];
  const logged = {
    ...paid,
    pay(state: number, action: number, next: number, ended: boolean) {
      const pay = paid.pay(state, action, next, ended);
      if (counts && isReached(paid.said(), 0)) pickUps += 1;
      return pay;
    },
  };
  const episodes = training(room, logged, seed, "tuned");
  for (let episode = 0; episode < EPISODES; episode++) {
    counts = episode >= EPISODES - COUNTED;
    if (episodes.next().value && counts) successes += 1;
  }
  return { success: successes / COUNTED, pickUps: pickUps / COUNTED };
}

/** What becomes of pay once and of pay every time. */
export async function hacked(seed: number): Promise<Readonly<Record<"once" | "always", AtTheEnd>>> {
  return { once: trained(false, seed), always: trained(true, seed) };
}

/** Pay every time beside pay once, in rooms whose key can be laid down. */
export async function hack(context: StudyContext, seeds: readonly number[]): Promise<Partial<StudyResult>> {
  const pay = comparison(
    await context.all(studyJob(import.meta.url, hacked), seeds, (seed) => `the hack, seed ${seed}`),
    { shares: ["success"], amounts: ["pickUps"] },
  );
  const pickUps = "pick-ups of the key an episode";
  return {
    claims: [
      claim("paid once, bonuses by rules teach the way to the stairs though the key can be laid down", [
        is(pay.mean("once", "success"), atLeast(0.8), "success"),
        is(pay.mean("once", "pickUps"), below(2), pickUps),
      ]),
    ],
    controls: [
      control(
        "paid every time it is true, bonuses by rules teach the way to the stairs",
        [
          is(pay.mean("always", "success"), atLeast(0.8), "success"),
          is(pay.mean("always", "pickUps"), below(5), pickUps),
        ],
        { needs: "any" },
      ),
    ],
  };
}
