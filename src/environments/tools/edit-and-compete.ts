// The owner of a program changes it between rounds of games, and wants nothing but to win: CodeClash's tournament with warriors of Core War
// as programs. The owner chooses before each round how to work; rules of editing do the work.

import { z } from "zod";
import { type AskedTrial, beatsItself, beatsOthers, changesAtRandom, leaves } from "../../core/edit-rules.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { list, oneOf, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { CORES, Core } from "../arenas/core-war/core.ts";
import { mutated } from "../arenas/core-war/mutation.ts";
import { assembled } from "../arenas/core-war/redcode.ts";
import { listing, type Warrior } from "../arenas/core-war/warrior.ts";
import { shareOf } from "../arenas/core-war/warrior-games.ts";
import { PROGRAMS, type ProgramName } from "../arenas/core-war/warriors.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, level, named, parts, singleAgentSpec } from "../declaration.ts";

const WAYS = ["leave", "change at random", "beat itself", "beat others"] as const;
const NAMES = ["dwarf", "imp", "scan", "paper", "spray"] as const satisfies readonly ProgramName[];

const parameters = z.strictObject({
  horizon: whole(1, 1000, 15).describe("rounds, each after a phase of edits"),
  core: oneOf(["small", "standard"], "small").describe("size and limits of the core"),
  program: oneOf(NAMES, "dwarf").describe("the program that the owner begins with"),
  opponent: oneOf(NAMES, "dwarf").describe("the program that it meets"),
  rival: oneOf(WAYS, "leave").describe("how the opponent's owner works"),
  samples: list(z.enum(NAMES), 0, 5, ["imp", "scan", "paper"]).describe(
    "programs that trials of `beat others` meet too",
  ),
  games: whole(2, 10_000, 100).describe("games of a round, half of them with seats swapped"),
  trials: whole(0, 1000, 30).describe("trials of a phase of edits"),
  trialGames: whole(2, 10_000, 20).describe("games of a trial against each program"),
  changes: whole(1, 1000, 3).describe("changes of a phase of `change at random`"),
});

export const editAndCompete = bind({
  id: "tools/edit-and-compete",
  summary: "the owner of a warrior changes it between rounds of Core War, and chooses how to work on it",
  source: "the tournaments of CodeClash (arXiv 2511.00839)",
  parameters,
  make: (settings): NumericEnvironment => {
    const { horizon, games, rival } = settings;
    const rules = CORES[settings.core];
    const core = new Core(rules);
    const samples = settings.samples.map((name) => PROGRAMS[name]);
    const begins = [settings.program, settings.opponent].map((name) => assembled(PROGRAMS[name], name, rules));
    // A program is its instructions' codes and numbers, [programs × instructions], with its length and start.
    const shape = [2, rules.length];
    const state = layout({ code: shape, a: shape, b: shape, size: [2], start: [2], step: [1], last: [2], late: [1] });
    const { size, start, step: counter, last, late } = state.views;
    const from = (horizon * 2) / 3;

    const store = (side: number, warrior: Warrior): void => {
      for (const part of ["code", "a", "b"] as const) {
        state.views[part].fill(0, side * rules.length, (side + 1) * rules.length);
        state.views[part].set(warrior[part], side * rules.length);
      }
      [size[side], start[side]] = [warrior.code.length, warrior.start];
    };
    const warriorOf = (side: number): Warrior => {
      const of = (view: Float64Array) => view.subarray(side * rules.length, side * rules.length + size[side]);
      const { code, a, b } = state.views;
      const name = `program ${side}`;
      return {
        name,
        start: start[side],
        code: Uint16Array.from(of(code)),
        a: Int32Array.from(of(a)),
        b: Int32Array.from(of(b)),
      };
    };

    /** Edits a program in a way, with the stream of its phase. */
    const edited = (warrior: Warrior, way: number, random: Random): Warrior => {
      let left = settings.trials;
      const changes = random.stream("changes");
      const code = textOf(warrior);
      const desk = { code, samples, left: () => left, mutated: (own: string) => mutated(own, rules, changes) };
      const steps = [leaves, changesAtRandom(settings.changes), beatsItself, beatsOthers][way](desk);
      const tried = ({ code: own, others }: AskedTrial): number[] => {
        left -= 1;
        const one = assembled(own, "candidate", rules);
        return others.map((other, k) =>
          shareOf(core, one, assembled(other, "other", rules), settings.trialGames, random.stream("trial", left, k)),
        );
      };
      let next = steps.next();
      while (next.done !== true) next = steps.next(tried(next.value));
      return next.value === code ? warrior : assembled(next.value, "edited", rules);
    };

    const againstSamples = (own: Warrior, random: Random): number => {
      const shares = samples.map((one, k) =>
        shareOf(core, own, assembled(one, "sample", rules), 4 * games, random.stream(k)),
      );
      return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    };

    return {
      spec: singleAgentSpec({
        label: "owner",
        horizon,
        action: named(...WAYS),
        actionUnit: "way of working",
        observation: [
          field("round", 0, 1, "rounds played, as a share of all"),
          field("lastShare", 0, 1, "share of the points in the last round; a half at the start"),
          field("length", 0, 1, "length of the program, as a share of the longest"),
        ],
        channels: [
          flow("payoff", "share of points", 0, 1, "mean", "the owner's share of the points of a round"),
          flow(
            "won",
            "share of rounds",
            0,
            1,
            "mean",
            "1 where the owner has more than half of the points, 0.5 for half",
          ),
          flow(
            "late",
            "share of points",
            0,
            1,
            "last",
            "mean share of the points in the last third of the rounds so far",
          ),
          flow("edits", "rounds", 0, 1, "sum", "rounds before which the program became another"),
          flow(
            "gained",
            "share of points",
            0,
            1,
            "last",
            "share of the points that the last program wins against the first; a half before the end",
          ),
          level("length", "instructions", 1, rules.length, "instructions of the program"),
          flow(
            "others",
            "share of points",
            0,
            1,
            "last",
            "share of the points that the last program wins against the samples; a half before the end",
          ),
        ],
        publicState: parts({ size: "instructions of both programs", last: "way of working, share of points" }),
      }),
      state,
      reset(_random, outcomes) {
        state.buffer.fill(0);
        for (const [side, warrior] of begins.entries()) store(side, warrior);
        last.set([-1, 0.5]);
        outcomes.fill(0);
        outcomes[5] = size[0];
      },
      step(actions, outcomes, random) {
        const way = choiceOf(actions[0], WAYS.length);
        const round = random.stream("round", counter[0]);
        const before = textOf(warriorOf(0));
        for (const [side, one] of [way, WAYS.indexOf(rival)].entries())
          store(side, edited(warriorOf(side), one, round.stream("edit", side)));
        const own = warriorOf(0);
        const share = shareOf(core, own, warriorOf(1), games, round.stream("games"));
        counter[0] += 1;
        last.set([way, share]);
        if (counter[0] > from) late[0] += share;
        const over = counter[0] >= horizon;
        outcomes[0] = share;
        outcomes[1] = share === 0.5 ? 0.5 : share > 0.5 ? 1 : 0;
        outcomes[2] = counter[0] > from ? late[0] / (counter[0] - Math.floor(from)) : share;
        outcomes[3] = textOf(own) === before ? 0 : 1;
        outcomes[4] = over ? shareOf(core, own, begins[0], 4 * games, round.stream("gained")) : 0.5;
        outcomes[5] = size[0];
        outcomes[6] = over ? againstSamples(own, round.stream("samples")) : 0.5;
        return over ? Status.truncated : Status.running;
      },
      observe(observations) {
        observations.set([counter[0] / horizon, last[1], size[0] / rules.length]);
      },
      texts: { program: () => textOf(warriorOf(0)), opponent: () => textOf(warriorOf(1)) },
      scene: () =>
        barScene(
          [
            { title: "Share of the points", bars: [{ name: "owner", value: last[1], fill: "accent" }], high: 1 },
            {
              title: "Instructions",
              bars: [0, 1].map((side) => ({ name: side === 0 ? "owner's program" : "opponent's", value: size[side] })),
              high: rules.length,
            },
          ],
          `Round ${counter[0]} of ${horizon}${last[0] < 0 ? "" : `, way of working: ${WAYS[last[0]]}`}.`,
        ),
    };
  },
});

/** The program as text that can be assembled. */
const textOf = (warrior: Warrior): string => [`ORG ${warrior.start}`, ...listing(warrior), ""].join("\n");
