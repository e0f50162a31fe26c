// Scripts that play the shop, and one of an assistant that does not listen.

import { Random } from "../../core/random.ts";
import { SIGNS } from "../../environments/language/catalogue.ts";
import { writer } from "../../environments/language/language-world.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { textContext } from "../../study/testbeds/text.ts";
import { meanPassHatK } from "./pass-hat-k.ts";
import { BED, KINDS, type Pay, REWARDS } from "./shop.ts";

/** What is written next, up to a call or an end. */
export type ShopScript = (text: string, random: Random) => string;

/** Writes by a script in a shop with one kind of question; a function of the seed that gives pay and whether it was right. */
export function player(
  kind: string,
  pay: Pay,
  script: ShopScript,
): (question: number, tried: number) => { paid: number; right: number } {
  const context = textContext({ ...BED, world: { ...BED.world, kinds: [kind] } }, REWARDS[pay], 0);
  const runner = episodeRunner(context.makeEnvironment(), [() => context.makeReward(), () => context.makeObjective()]);
  const policy = seated(context.spec, [writer(script)]);
  return (question, tried) => {
    const rng = Random.of(question, "luck", tried);
    const streams = { start: Random.of(question, "asked"), world: rng, agent: () => rng };
    const [[paid], [right]] = runner.play(policy, streams).totals;
    return { paid, right };
  };
}

/** Pass^4 of an assistant that offers any sign with an honest detail to every question. */
export function deafPass4(questions: number): number {
  const each = KINDS.map((kind) => {
    const play = player(kind, "layers", (_, random) => `${SIGNS[random.integer(SIGNS.length)]}+$`);
    const right = Array.from({ length: questions }, (_, question) =>
      [0, 1, 2, 3].reduce((sum, tried) => sum + play(question, tried).right, 0),
    );
    return meanPassHatK(right, 4, 4);
  });
  return mean(each);
}
