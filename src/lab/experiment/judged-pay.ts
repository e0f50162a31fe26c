// Finds the judged channels that a reward depends on, by changing each channel's values and comparing the pay.

import type { Channel } from "../../core/channel.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Setting } from "./setting.ts";

/** Number of random outcomes per channel; a gate may hide the effect of a channel in many of them. */
const TRIALS = 64;
/** Bounds of random values where a channel has wider ones. */
const WIDEST = 1000;

/** Returns the judged channels that a setting's reward depends on. Learnt rewards do not count: they depend on judgements anyway. */
export function judgedPay({ spec, reward, lessons }: Pick<Setting, "spec" | "reward" | "lessons">): readonly Channel[] {
  const judged = spec.channels.filter(({ judge }) => judge !== undefined);
  if (judged.length === 0 || lessons.length > 0) return [];
  const [agents, channels] = [spec.agents.length, spec.channels.length];
  const random = Random.of(0, "judged pay");
  const drawn = (): Float64Array =>
    Float64Array.from({ length: agents * channels }, (_, k) => {
      const channel = spec.channels[k % channels];
      const [low, high] = [Math.max(channel.low, -WIDEST), Math.min(channel.high, WIDEST)];
      // Ends of the range are drawn often, since many conditions are met only there.
      return [low, high, random.uniform(low, high)][random.integer(3)];
    });
  const paid = (outcomes: Float64Array): Float64Array => {
    const pay = new Float64Array(agents);
    const one = reward(spec);
    one.reset(new Float64Array(agents * channels));
    one.pay(outcomes, Status.terminated, pay);
    return pay;
  };
  return judged.filter((channel) => {
    const at = spec.channels.indexOf(channel);
    return Array.from({ length: TRIALS }).some(() => {
      const [one, other] = [drawn(), drawn()];
      const changed = one.map((value, k) => (k % channels === at ? other[k] : value));
      const [before, after] = [paid(one), paid(changed)];
      return before.some((pay, i) => pay !== after[i]);
    });
  });
}

/** Returns whether pay is learnt from answers, or depends on a judge's verdict. */
export const paysByWord = (setting: Pick<Setting, "spec" | "reward" | "lessons">): boolean =>
  setting.lessons.length > 0 || judgedPay(setting).length > 0;
