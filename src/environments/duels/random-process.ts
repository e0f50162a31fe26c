// An unknown finite decision process, played in pairs of episodes. After each pair the player may ask an annotator which episode was
// better. Answers consume a budget of questions and do not refer to single steps; whether rewards of steps are paid depends on the
// experiment.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { choiceOf, event, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { dirichletProcess } from "../tabular/dirichlet.ts";
import { expectedNext, type TabularMdp } from "../tabular/mdp.ts";
import { duelScene } from "./scene.ts";

const parameters = z.strictObject({
  rounds: whole(1, 1_000_000, 200).describe("pairs of episodes"),
  states: whole(2, 100, 5).describe("states of the process"),
  actions: whole(2, 20, 3).describe("actions in each state"),
  steps: whole(1, 100, 4).describe("steps of an episode of the process"),
  concentration: within(0.01, 1000, 0.3).describe(
    "of the Dirichlet distribution of where actions lead; small: to few states",
  ),
  power: positive(100, 3).describe("rewards are uniform numbers to this power; large: few steps pay"),
  slope: within(0, 1000, 3).describe(
    "β of the annotator, who prefers the first episode with probability 1/(1 + exp(−β(r₁ − r₂)))",
  ),
  honesty: oneOf(["honest", "flipped", "coin"], "honest").describe(
    "whether the annotator says what it prefers, the opposite, or what a coin says",
  ),
  budget: whole(0, 1_000_000, 1_000_000).describe("questions that are answered in all"),
});

const [PAYOFF, REGRET, ASKED] = [0, 1, 2];
/** Turns of a round: 0 the first episode, 1 the second, 2 the question. */
const [SECOND, QUESTION] = [1, 2];

export const randomProcessDuels: BoundEntry<NumericEnvironment> = bind({
  id: "duels/random-process",
  summary: "pairs of episodes in an unknown finite process, and an annotator who says, if asked, which was better",
  source: "the setting of arXiv 2310.14554",
  parameters,
  make(options: z.output<typeof parameters>): NumericEnvironment {
    const { rounds, states: S, actions: A, steps: H, concentration, power, slope, honesty, budget } = options;
    const state = layout({
      chance: [S * A, S],
      reward: [S, A],
      regret: [H, S * A],
      place: [1],
      reached: [1],
      clock: [3],
      earned: [2],
      answer: [1],
      asked: [1],
    });
    // Entries of the clock: round, turn of the round, step of the episode.
    const { chance, reward, regret, place, reached, clock, earned, answer, asked } = state.views;
    const horizon = rounds * (2 * H + 1);
    const answered = "after a question: 1 where the first episode was preferred, 0 where the second was; else −1";
    const lost = "how much the action was worth less than the best one, for the rest of its episode";
    const spec = singleAgentSpec({
      label: "player",
      horizon,
      action: { choices: A },
      actionUnit: "action; in the turn of the question 0 asks nothing, any other asks",
      observation: [
        field("state", 0, S - 1, "where the episode stands"),
        field("step", 0, H - 1, "step of the episode, 0 in the turn of the question"),
        field("turn", 0, 2, "0 and 1 in the first and the second episode of a pair, 2 in the turn of the question"),
        field("reached", 0, S - 1, "where the last move of an episode led to"),
        field("answer", -1, 1, answered),
        field("left", 0, rounds, "questions that may still be asked, as far as rounds go"),
      ],
      channels: [
        event("payoff", "reward", "what the step is worth to the annotator"),
        flow("regret", "reward", 0, H, "sum", lost),
        event("asked", "questions", "1 where a question was answered"),
      ],
      publicState: parts({
        clock: "round, turn, step",
        place: "state",
        reached: "reached",
        earned: "worth of both episodes",
        answer: "answer",
        asked: "questions asked",
      }),
    });
    return {
      spec,
      state,
      reset(random, outcomes) {
        const mdp = dirichletProcess({ states: S, actions: A, concentration, power, random });
        state.buffer.fill(0);
        for (let at = 0; at < S * A; at++)
          for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) chance[at * S + mdp.next[k]] = mdp.probability[k];
        reward.set(mdp.reward);
        stageRegrets(mdp, H, regret);
        answer[0] = -1;
        outcomes.fill(0);
      },
      step(actions, outcomes, random) {
        const action = choiceOf(actions[0], A);
        outcomes.fill(0);
        answer[0] = -1;
        if (clock[1] === QUESTION) {
          if (action > 0 && asked[0] < budget) {
            const likes = honesty === "coin" ? 0.5 : preferenceProbability(earned[0] - earned[1], slope);
            answer[0] = random.uniform() < likes !== (honesty === "flipped") ? 1 : 0;
            asked[0] += 1;
            outcomes[ASKED] = 1;
          }
          earned.fill(0);
          clock[0] += 1;
          clock[1] = 0;
          return clock[0] >= rounds ? Status.terminated | Status.truncated : Status.running;
        }
        const at = place[0] * A + action;
        outcomes[PAYOFF] = reward[at];
        outcomes[REGRET] = regret[clock[2] * S * A + at];
        earned[clock[1]] += reward[at];
        reached[0] = successor(chance, at * S, S, random.uniform());
        place[0] = reached[0];
        clock[2] += 1;
        if (clock[2] === H) {
          place[0] = 0;
          clock[2] = 0;
          clock[1] = clock[1] === SECOND ? QUESTION : SECOND;
        }
        return Status.running;
      },
      observe(out) {
        out[0] = place[0];
        out[1] = clock[2];
        out[2] = clock[1];
        out[3] = reached[0];
        out[4] = answer[0];
        out[5] = Math.min(rounds, budget - asked[0]);
      },
      scene: () =>
        duelScene({
          ...{ states: S, actions: A, steps: H, rounds, reward, earned, place: place[0] },
          ...{ round: clock[0], turn: clock[1], step: clock[2], answer: answer[0], questions: asked[0] },
        }),
    };
  },
});

/** Samples a successor state from the `count` probabilities that start at `from`. */
function successor(chance: Float64Array, from: number, count: number, uniform: number): number {
  let left = uniform;
  let last = 0;
  for (let next = 0; next < count; next++) {
    if (chance[from + next] === 0) continue;
    last = next;
    left -= chance[from + next];
    if (left < 0) return next;
  }
  return last;
}

/**
 * Writes the regrets V*_h(s) − Q*_h(s, a) ≥ 0, [horizon × states × actions], without discounting (Bellman, 1957). Their expected sum along
 * an episode is V* less the policy's return.
 */
export function stageRegrets(mdp: TabularMdp, horizon: number, into: Float64Array): void {
  const { states: S, actions: A } = mdp;
  const values = new Float64Array(S);
  const later = new Float64Array(S);
  for (let h = horizon - 1; h >= 0; h--) {
    later.set(values);
    for (let s = 0; s < S; s++) {
      const row = (h * S + s) * A;
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        const q = mdp.reward[s * A + a] + expectedNext(mdp, s, a, later);
        into[row + a] = q;
        if (q > most) most = q;
      }
      for (let a = 0; a < A; a++) into[row + a] = most - into[row + a];
      values[s] = most;
    }
  }
}
