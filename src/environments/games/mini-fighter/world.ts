// The mini-fighter: two fighters choose actions simultaneously, at one of three distances. The one with more health at the end wins.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { positive, whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import type { GameTree, WorldGame } from "../../../core/whole-game.ts";
import { linearPrograms, loadedLinearPrograms } from "../../../math/linear-program.ts";
import { choiceOf, event, field, flow, level, parts, seats } from "../../declaration.ts";
import { between, block, counted, label, rectangle } from "../../scene-shapes.ts";
import { numberedGame } from "../../whole-game.ts";
import { placeOf } from "../answers.ts";
import { POINT, sharedPoint, WON } from "../points.ts";
import { FIGHTERS, fightPlayer, noisy, ruledPolicy } from "./fighters.ts";
import { ACTIONS, blowPay, distanceAfter, endPay, FARTHEST, FIRE, JAB, lossOf, THROW } from "./rules.ts";
import { type FightPolicy, type FightTable, fightTable, solvedFight } from "./solution.ts";

const parameters = z.strictObject({
  health: whole(1, 9, 3).describe("health of each fighter at the beginning"),
  ticks: whole(1, 100, 10).describe("ticks after which more health wins"),
  aggressiveness: positive(100, 3).describe("α: what health that the other loses weighs in the channel reward"),
});

type Options = z.output<typeof parameters>;

const A = ACTIONS.length;
const LABELS = ["left", "right"];
const CHANNELS = 7;
/** Attacks, which an aggressive fighter uses more often. */
const BLOWS: readonly number[] = [JAB, THROW, FIRE];

function miniFighter({ health, ticks, aggressiveness }: Options): NumericEnvironment {
  const state = layout({ health: [2], distance: [1], tick: [1], last: [2] });
  const { health: left, distance, tick, last } = state.views;
  const observation = [
    field("ownHealth", 0, 1, "1 for each health that is left", { size: health }),
    field("otherHealth", 0, 1, "1 for each health that the other has left", { size: health }),
    field("distance", 0, 1, "1 at the distance: 0, 1, 2", { size: FARTHEST + 1 }),
    field("tick", 0, 1, "1 at the ticks that are over", { size: ticks }),
  ];
  const size = observationSize(observation);
  const table = () => fightTable(health, ticks);
  let solved: FightPolicy | undefined;
  function equilibrium(): FightPolicy {
    solved ??= solvedFight(table(), loadedLinearPrograms()).policy;
    return solved;
  }
  const fighter = (policy: FightPolicy) => fightPlayer(table(), { health, ticks }, policy);
  const isOver = (): boolean => left[0] <= 0 || left[1] <= 0 || tick[0] >= ticks;
  const points = (): number[] => sharedPoint(left);

  function wholeFight(): WorldGame {
    const all = table();
    const { game, stateOf, knownBy } = numberedGame(fightTree(all));
    /** The state from a seat's view. */
    const seenBy = (seat: number): number => all.stateOf(left[seat], left[1 - seat], distance[0], tick[0]);
    return {
      ...game,
      // Payoff of one seat less that of the other: 1 for a win, −1 for a loss. The value is 0, as the game is symmetric.
      ...{ unit: "wins less defeats", pay: { payoff: 1, "others.payoff": -1 }, value: 0, turns: false },
      show(at) {
        const shown = all.partsOf(stateOf[at].state);
        left[0] = shown.own;
        left[1] = shown.other;
        distance[0] = shown.distance;
        tick[0] = shown.tick;
        last.fill(-1);
      },
      meant: (_, action) => choiceOf(action, A),
      standing: (seat) => (isOver() ? -1 : (knownBy.get(`${seat}:${seenBy(seat)}`) ?? -1)),
    };
  }

  function report(outcomes: Float64Array, lost: readonly [number, number], acted: boolean): void {
    const shares = acted && isOver() ? points() : undefined;
    for (let seat = 0; seat < 2; seat++) {
      const other = 1 - seat;
      const at = CHANNELS * seat;
      const ending = shares === undefined ? 0 : endPay(left[seat], left[other], health, aggressiveness);
      outcomes[at] = shares?.[seat] ?? 0;
      outcomes[at + 1] = shares?.[seat] === 1 ? 1 : 0;
      outcomes[at + 2] = lost[other];
      outcomes[at + 3] = lost[seat];
      outcomes[at + 4] = left[seat];
      outcomes[at + 5] = acted && BLOWS.includes(last[seat]) ? 1 : 0;
      outcomes[at + 6] = blowPay(lost[other], lost[seat], aggressiveness) + ending;
    }
  }

  const most = 0.001 * (aggressiveness + 1) * 2 * health;
  return {
    spec: {
      ...seats(LABELS, () => A - 1),
      horizon: ticks,
      actionUnit: "action",
      choices: A,
      choiceNames: ACTIONS,
      observation,
      observationSize: size,
      channels: [
        POINT,
        WON,
        flow("struck", "health", 0, health, "sum", "health that the other lost"),
        flow("lost", "health", 0, health, "sum", "own health lost"),
        level("health", "health", 0, health, "own health left"),
        event("blow", "ticks", "1 where it jabs, throws or fires"),
        flow(
          "reward",
          "pay",
          -most,
          most,
          "sum",
          "FightLadder's reward: α·struck − lost, and a power of the health left at the end; times 0.001",
        ),
      ],
      publicState: parts({ health: "health of left and right", distance: "distance", tick: "tick" }),
      deterministic: true,
      symmetric: true,
      oracles: {
        nash: {
          meaning: "an equilibrium of the whole fight, by backward induction: no answer wins more than it loses",
          play: () => fighter(equilibrium()),
        },
        "noisy-nash": {
          meaning: "the same equilibrium, with three tenths of its actions at random",
          play: () => fighter(noisy(equilibrium(), 0.3)),
        },
        ...Object.fromEntries(
          Object.entries(FIGHTERS).map(([name, rule]) => [
            name,
            { meaning: rule.meaning, play: () => fighter(ruledPolicy(table(), rule)) },
          ]),
        ),
      },
    },
    state,
    reset(_, outcomes) {
      left.fill(health);
      distance[0] = FARTHEST;
      tick[0] = 0;
      last.fill(-1);
      report(outcomes, [0, 0], false);
    },
    step(actions, outcomes) {
      const [a, b] = [choiceOf(actions[0], A), choiceOf(actions[1], A)];
      const before = distance[0];
      const lostBy = (seat: number, own: number, other: number): number =>
        Math.min(left[seat], lossOf(own, other, before));
      const lost = [lostBy(0, a, b), lostBy(1, b, a)] as const;
      left[0] -= lost[0];
      left[1] -= lost[1];
      distance[0] = distanceAfter(before, a, b);
      tick[0] += 1;
      last[0] = a;
      last[1] = b;
      report(outcomes, lost, true);
      return isOver() ? Status.terminated : Status.running;
    },
    observe(out) {
      out.fill(0);
      for (let seat = 0; seat < 2; seat++) {
        const at = seat * size;
        for (let k = 0; k < left[seat]; k++) out[at + k] = 1;
        for (let k = 0; k < left[1 - seat]; k++) out[at + health + k] = 1;
        out[at + 2 * health + distance[0]] = 1;
        if (tick[0] < ticks) out[at + 2 * health + FARTHEST + 1 + tick[0]] = 1;
      }
    },
    scene: () => fightScene(left, health, distance[0], tick[0], last, ticks),
    bout: {
      asks: () => true,
      given: (seat) => [
        {
          ...{ tick: tick[0], ticks, distance: distance[0], health: left[seat], otherHealth: left[1 - seat] },
          otherLast: last[1 - seat] < 0 ? null : ACTIONS[last[1 - seat]],
        },
      ],
      read(answer, _, action) {
        const named = placeOf(answer, ACTIONS);
        if (named < 0) return false;
        action[0] = named;
        return true;
      },
      points,
    },
    game: wholeFight,
  };
}

/** Both fighters at their distance, a health bar above each, and their last actions. */
function fightScene(
  left: ArrayLike<number>,
  health: number,
  distance: number,
  tick: number,
  last: ArrayLike<number>,
  ticks: number,
): Scene {
  const shapes: Shape[] = [between([-4, 0], [4, 0], "muted")];
  for (let seat = 0; seat < 2; seat++) {
    const side = seat === 0 ? -1 : 1;
    const x = side * (0.6 + distance);
    shapes.push({ kind: "circle", at: [x, 1.75], radius: 0.3, fill: seat, stroke: "ink" });
    shapes.push(block(rectangle(x - 0.3, 0, x + 0.3, 1.4), seat));
    for (let k = 0; k < health; k++) {
      const begins = side * (0.4 + (3.2 * k) / health);
      const ends = side * (0.4 + (3.2 * (k + 0.85)) / health);
      const bar = rectangle(Math.min(begins, ends), 3, Math.max(begins, ends), 3.3);
      shapes.push(block(bar, k < left[seat] ? "good" : "faint"));
    }
    if (last[seat] >= 0) shapes.push(label([x, 2.4], ACTIONS[last[seat]], 0.35));
  }
  const standings = Array.from(left).map((one, seat) => `${LABELS[seat]} has ${one} of ${health} health`);
  return {
    view: { left: -4, right: 4, bottom: -0.4, top: 3.7 },
    shapes,
    caption: `After ${counted(tick, "tick")} of ${ticks}: ${standings.join(", ")}; distance ${distance}.`,
  };
}

export const miniFighterWorld = bind({
  id: "games/mini-fighter",
  summary: "two fighters step, strike, guard and fire at once; more health wins",
  source: "the reward of FightLadder (arXiv 2406.02081); the rules are ours, small enough to be solved",
  parameters,
  async prepare(options) {
    await linearPrograms();
    return options;
  },
  make: miniFighter,
});

interface FightMoment {
  /** Number of the state in the table, from the left fighter's view. */
  readonly state: number;
  /** The left fighter's choice; −1 before it. */
  readonly left: number;
  /** Result for the left fighter, 1, 0 or −1; undefined before the end. */
  readonly result?: number;
}

/**
 * A fight as an extensive-form game: the left fighter chooses first, and the right one without observing it. Paths to the same state of the
 * table are merged.
 */
export const fightTree = ({ start, next, result, mirror }: FightTable): GameTree<FightMoment> => ({
  root: { state: start, left: -1 },
  result: (moment) => (moment.result === undefined ? undefined : [moment.result, -moment.result]),
  chances: () => undefined,
  player: ({ left }) => (left < 0 ? 0 : 1),
  actions: () => ACTIONS.map((_, action) => action),
  next(moment, action) {
    if (moment.left < 0) return { ...moment, left: action };
    const at = (moment.state * ACTIONS.length + moment.left) * ACTIONS.length + action;
    return next[at] < 0 ? { state: moment.state, left: -1, result: result[at] } : { state: next[at], left: -1 };
  },
  known: ({ state, left }) => (left < 0 ? `0:${state}` : `1:${mirror[state]}`),
  same: ({ state, left, result: ended }) => (ended === undefined ? `${state}:${left}` : `over:${ended}`),
});
