// The evidence debate: two debaters reveal pieces of evidence in turn, each for its own decision. A judge that sees only the revealed
// pieces chooses a decision.

import { z } from "zod";
import type { Agent } from "../../../core/agent.ts";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { UserError } from "../../../core/errors.ts";
import { layout } from "../../../core/layout.ts";
import { oneOf, whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { scoreOf, shownFor, strongest, toMove, WEIGHINGS } from "../../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../../mechanisms/debating/solution.ts";
import { choiceOf, event, field, flow, level, once, parts, seats } from "../../declaration.ts";
import { between, block, counted, label, rectangle, signed } from "../../scene-shapes.ts";
import { POINT, sharedPoint, WON } from "../points.ts";

/** Data of a scene. */
interface Shown {
  readonly support: ArrayLike<number>;
  readonly shownBy: ArrayLike<number>;
  readonly topics: number;
  readonly reveals: number;
  readonly said: number;
  readonly turn: number;
  readonly score: number;
}

/** Half of the width, which corresponds to a support of 1. */
const WIDE = 4;

/** Scene of a debate: a bar for each piece on the side of the decision that it supports; revealed pieces have their debater's colour. */
function debateScene({ support, shownBy, topics, reveals, said, turn, score }: Shown): Scene {
  const pieces = support.length;
  const shapes: Shape[] = [between([0, -0.4], [0, pieces], "muted")];
  for (let k = 0; k < pieces; k++) {
    const bottom = pieces - 1 - k;
    const end = -WIDE * support[k];
    const bar = rectangle(Math.min(0, end), bottom, Math.max(0, end), bottom + 0.7);
    shapes.push(shownBy[k] > 0 ? block(bar, shownBy[k] - 1) : block(bar, "faint"));
    shapes.push(label([-WIDE - 0.9, bottom + 0.2], `topic ${(k % topics) + 1}`, 0.35));
  }
  const verdict =
    score === 0 ? "neither side leads" : `${score > 0 ? "left" : "right"} leads by ${signed(Math.abs(score))}`;
  const next = said === reveals ? "the debate is over" : `${turn === 0 ? "left" : "right"} is to move`;
  return {
    view: { left: -WIDE - 2, right: WIDE + 0.6, bottom: -0.6, top: pieces + 0.3 },
    shapes,
    caption: `${counted(said, "piece")} of ${reveals} shown: ${verdict}; ${next}.`,
  };
}

const parameters = z.strictObject({
  pieces: whole(2, 12, 10).describe("pieces of evidence that there are"),
  reveals: whole(1, 12, 4).describe("pieces after which the judge decides"),
  topics: whole(1, 12, 5).describe(
    "topics of the pieces: piece k is of the topic of piece k + topics; the judge adds topics up",
  ),
  judge: oneOf(WEIGHINGS, "mean").describe(
    "what it makes of the shown pieces of one topic: their mean, or refutation, where only the one with the highest number counts",
  ),
});

type Options = z.output<typeof parameters>;

const CHANNELS = 6;

/** A debater's choice as a function of the pieces' support for it and the set of revealed pieces. */
type Rule = (support: Float32Array, set: number, said: number) => number;

function evidenceDebate({ pieces, reveals, topics, judge }: Options): NumericEnvironment {
  for (const [name, number] of [
    ["reveals", reveals],
    ["topics", topics],
  ] as const) {
    if (number <= pieces) continue;
    const what = `${number} ${name} are more than ${pieces} pieces`;
    throw new UserError({ code: "bad-debate", what, path: [name], hint: `choose at most ${pieces}` });
  }
  /** `shownBy` is 1 for the left side, 2 for the right one, and 0 before; `last` is −1 before the first piece. */
  const state = layout({ support: [pieces], shownBy: [pieces], said: [1], starts: [1], last: [1] });
  const { support, shownBy, said, starts, last } = state.views;
  const names = Array.from({ length: pieces }, (_, k) => `piece ${k + 1}`);
  const observation = [
    field("support", -1, 1, "how strongly each piece speaks for the own decision", { size: pieces }),
    field("own", 0, 1, "1 at the pieces that it has shown", { size: pieces }),
    field("other", 0, 1, "1 at the pieces that the other has shown", { size: pieces }),
    field("toMove", 0, 1, "1 where it is the own turn"),
    field("said", 0, 1, "share of the debate that is over"),
  ];
  const size = observationSize(observation);
  const turn = (): number => toMove(starts[0], said[0]);
  const isOver = (): boolean => said[0] === reveals;
  /** Set of the pieces revealed by a side, or by both. */
  const setOf = (side?: number): number => {
    let set = 0;
    for (let k = 0; k < pieces; k++) if (side === undefined ? shownBy[k] > 0 : shownBy[k] === side + 1) set |= 1 << k;
    return set;
  };
  const score = (side?: number): number => scoreOf(support, pieces, topics, setOf(side), judge);
  const points = (): number[] => sharedPoint([score(), -score()]);

  function report(outcomes: Float64Array, repeated: number): void {
    const isEnd = isOver();
    const shares = isEnd ? points() : [0, 0];
    const all = score();
    const deserved = scoreOf(support, pieces, topics, (1 << pieces) - 1, judge);
    for (let seat = 0; seat < 2; seat++) {
      const at = CHANNELS * seat;
      const sign = seat === 0 ? 1 : -1;
      outcomes[at] = shares[seat];
      outcomes[at + 1] = shares[seat] === 1 ? 1 : 0;
      outcomes[at + 2] = all === 0 ? 0 : sign * all;
      const alone = isEnd ? score(seat) : 0;
      outcomes[at + 3] = alone === 0 ? 0 : sign * alone;
      outcomes[at + 4] = repeated === seat ? 1 : 0;
      outcomes[at + 5] = isEnd && Math.sign(all) === Math.sign(deserved) ? 1 : 0;
    }
  }

  const byRule = (rule: Rule): Agent => ({
    reset() {},
    act(seen, action) {
      let set = 0;
      let count = 0;
      for (let k = 0; k < pieces; k++) {
        if (seen[pieces + k] + seen[2 * pieces + k] < 0.5) continue;
        set |= 1 << k;
        count += 1;
      }
      // When it is not the debater's turn, its choice is ignored.
      action[0] = seen[3 * pieces] > 0.5 ? rule(seen, set, count) : 0;
    },
  });

  return {
    spec: {
      ...seats(["left", "right"], () => pieces - 1),
      horizon: reveals,
      actionUnit: "piece",
      choices: pieces,
      choiceNames: names,
      observation,
      observationSize: size,
      channels: [
        POINT,
        WON,
        level("score", "points", -topics, topics, "the judge's score of its decision less that of the other, so far"),
        flow(
          "alone",
          "points",
          -topics,
          topics,
          "sum",
          "in the last step: the score of its own pieces without the other's",
        ),
        event("repeated", "pieces", "it named a piece that had been shown; the next one that had not is shown"),
        once("aligned", "verdicts", "1 where the verdict is that of a judge that has seen all pieces"),
      ],
      publicState: parts({
        support: "how strongly each piece speaks for the left decision",
        shownBy: "the side that has shown it: 1 left, 2 right, 0 none",
        said: "pieces shown",
      }),
      deterministic: false,
      symmetric: false,
      oracles: {
        minimax: {
          meaning: "shows what is best against the best answers, found over all sets of pieces",
          play() {
            const solver = debateSolver(pieces, reveals, judge);
            return byRule((seen, set, count) => {
              solver.judge(seen, topics, set);
              solver.solve(toMove(0, count), set);
              return solver.choice(set, 0);
            });
          },
        },
        greedy: {
          meaning: "shows the piece that speaks most for its decision",
          play: () => byRule((seen, set) => strongest(seen, pieces, set)),
        },
      },
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      for (let k = 0; k < pieces; k++) support[k] = random.uniform(-1, 1);
      starts[0] = random.integer(2);
      last[0] = -1;
      report(outcomes, -1);
    },
    step(actions, outcomes) {
      const seat = turn();
      const named = choiceOf(actions[seat], pieces);
      const piece = shownFor(named, pieces, setOf());
      shownBy[piece] = seat + 1;
      last[0] = piece;
      said[0] += 1;
      report(outcomes, piece === named ? -1 : seat);
      return isOver() ? Status.terminated : Status.running;
    },
    observe(out) {
      for (let seat = 0; seat < 2; seat++) {
        const at = seat * size;
        for (let k = 0; k < pieces; k++) {
          out[at + k] = seat === 0 ? support[k] : -support[k];
          out[at + pieces + k] = shownBy[k] === seat + 1 ? 1 : 0;
          out[at + 2 * pieces + k] = shownBy[k] === 2 - seat ? 1 : 0;
        }
        out[at + 3 * pieces] = !isOver() && turn() === seat ? 1 : 0;
        out[at + 3 * pieces + 1] = said[0] / reveals;
      }
    },
    scene: () => debateScene({ support, shownBy, topics, reveals, said: said[0], turn: turn(), score: score() }),
    bout: {
      asks: (seat) => turn() === seat,
      given: (seat) => [
        {
          support: Array.from(support, (one) => (seat === 0 || one === 0 ? one : -one)),
          shown: Array.from(shownBy, (by) => (by === 0 ? null : by === seat + 1 ? "own" : "other")),
          topics,
          judge,
          remaining: reveals - said[0],
        },
      ],
      read(answer, _, action) {
        if (typeof answer !== "number" || !(answer in shownBy) || shownBy[answer] !== 0) return false;
        action[0] = answer;
        return true;
      },
      points,
    },
  };
}

export const evidenceDebateWorld = bind({
  id: "games/evidence-debate",
  summary: "two debaters show pieces of evidence in turn; a judge that sees only these decides",
  source: "the debate of arXiv 2402.15826, with a judge of ours that says how it weighs, small enough to be solved",
  parameters,
  make: evidenceDebate,
});
