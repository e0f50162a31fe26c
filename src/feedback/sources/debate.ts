// A debate: two debaters, one for each episode, show pieces of evidence in turn, and a judge that sees only these says which is better.

import { z } from "zod";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { maybeWhole, oneOf, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { wordsOf } from "../../core/words.ts";
import { scoreOf, shownFor, strongest, toMove } from "../../mechanisms/debating/rules.ts";
import { type DebateSolver, debateSolver } from "../../mechanisms/debating/solution.ts";
import { TEXT_FEATURES, wordCounts } from "../preferences/text-features.ts";
import { defineFeedback, type FinishedEpisode } from "./source.ts";
import { budgetField, oneTaste, partsOf, type Taste, tasteFields } from "./taste.ts";

/** Pieces of evidence, at most: all sets of them are looked at. */
const MOST_PIECES = 12;

const debater = (whose: string) =>
  oneOf(["minimax", "greedy", "random"], "minimax").describe(
    `how the debater for the ${whose} episode chooses a piece: minimax against the best answers, exactly; greedy by what speaks most for it; or at random`,
  );

const parameters = z.strictObject({
  ...tasteFields,
  weights: tasteFields.weights.describe(
    "evidence: each channel of the episode (trust, joint.value), mean over agents, with what a unit of it counts to the judge",
  ),
  rubric: tasteFields.rubric.describe("evidence: criteria over channels, in the place of weights"),
  says: z
    .record(z.string(), z.number())
    .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one feature" })
    .optional()
    .describe(
      `evidence of texts that an episode left: features with what a unit counts, ${TEXT_FEATURES.map(({ name }) => name).join(", ")}`,
    ),
  reveals: maybeWhole(1, MOST_PIECES).describe(
    "pieces after which the judge decides; default half of them, rounded up",
  ),
  first: debater("first"),
  second: debater("second"),
  noise: within(0, 1e12, 0).describe("standard deviation of the judge's error, in units of the evidence"),
  budget: budgetField.describe("debates that are held; default as many as are asked"),
});

type Debater = z.output<typeof parameters>["first"];

export const debate = defineFeedback({
  id: "debate",
  summary:
    "two debaters that show a judge pieces of evidence in turn, each for its episode; the judge adds up what it has seen",
  source: "the debate of arXiv 2402.15826, solved exactly over all sets of pieces",
  parameters,
  example: { parameters: { weights: { trust: 2, payoff: 0.1 }, reveals: 1 } },
  make(described) {
    oneTaste(described);
    const { first: one, second: other, noise, budget = Number.POSITIVE_INFINITY } = described;
    return ({ spec, random }) => {
      const evidence = evidenceOf(described, spec);
      const pieces = evidence.length;
      const reveals = revealsOf(described.reveals, pieces);
      const solver = debateSolver(pieces, reveals);
      let answered = 0;
      return {
        get asked() {
          return answered;
        },
        compare({ first, second }) {
          if (answered >= budget) return undefined;
          answered += 1;
          const support = Float64Array.from(evidence, (worth) => worth(first) - worth(second));
          const set = shownSet({ solver, support, reveals, debaters: [one, other] }, random);
          const score = scoreOf(support, pieces, pieces, set) + noise * random.normal();
          return (1 + Math.sign(score)) / 2;
        },
      };
    };
  },
}).entry;

/** What each piece says of an episode. Throws a UserError where there is none, one alone, or too many. */
function evidenceOf(
  { says, ...taste }: Taste & { readonly says?: Readonly<Record<string, number>> | undefined },
  spec: NumericSpec,
): ((episode: FinishedEpisode) => number)[] {
  const ofChannels = partsOf(taste, spec).map(
    (worth) =>
      ({ end }: FinishedEpisode) =>
        worth(end),
  );
  const ofTexts = Object.entries(says ?? {}).map(([name, weight]) => {
    const feature = TEXT_FEATURES.find((known) => known.name === name);
    if (feature === undefined) {
      const names = TEXT_FEATURES.map((known) => known.name);
      throw new UserError({ ...unknownName("feature of a text", name, names), path: ["says", name] });
    }
    return ({ texts }: FinishedEpisode) => {
      const text = Object.values(texts).join("\n");
      return weight * feature.value(text, wordCounts(wordsOf(text), new Set()));
    };
  });
  const evidence = [...ofChannels, ...ofTexts];
  if (evidence.length >= 2 && evidence.length <= MOST_PIECES) return evidence;
  const what = `a debate of ${evidence.length} pieces of evidence`;
  const hint = `name 2 to ${MOST_PIECES}: weights: { trust: 1, payoff: 0.1 }, a rubric, or features that texts have under says`;
  throw new UserError({ code: "bad-debate", what, path: ["weights"], hint });
}

function revealsOf(reveals: number | undefined, pieces: number): number {
  if (reveals === undefined) return Math.ceil(pieces / 2);
  if (reveals <= pieces) return reveals;
  const what = `${reveals} reveals are more than ${pieces} pieces`;
  throw new UserError({ code: "bad-debate", what, path: ["reveals"], hint: `choose at most ${pieces}` });
}

interface Held {
  readonly solver: DebateSolver;
  /** How strongly each piece speaks for the first episode. */
  readonly support: Float64Array;
  readonly reveals: number;
  readonly debaters: readonly [Debater, Debater];
}

/** The pieces that a judge has seen at the end, as bits; the side that begins is drawn. */
function shownSet({ solver, support, reveals, debaters }: Held, random: Random): number {
  const pieces = support.length;
  const against = support.map((one) => -one);
  const starts = random.integer(2);
  if (debaters.includes("minimax")) {
    solver.judge(support, pieces);
    solver.solve(starts);
  }
  let set = 0;
  for (let turn = 0; turn < reveals; turn++) {
    const side = toMove(starts, turn);
    set |= 1 << pieceOf(debaters[side], side);
  }
  return set;

  function pieceOf(how: Debater, side: number): number {
    switch (how) {
      case "minimax":
        return solver.choice(set, side);
      case "greedy":
        return strongest(side === 0 ? support : against, pieces, set);
      case "random":
        return shownFor(random.integer(pieces), pieces, set);
      default:
        return how satisfies never;
    }
  }
}
