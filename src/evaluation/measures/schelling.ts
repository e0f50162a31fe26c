// Numbers of a Schelling diagram: players of two types are put into the seats of a world in all mixes.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { MeasuredCell, MeasurePlan } from "../../core/measure.ts";
import { flag, oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { dilemmaGaps, equilibria, isEquilibrium, type SchellingDiagram } from "./schelling-diagram.ts";

const TAKES = [
  ...(["cooperator", "defector", "equilibrium"] as const),
  ...(["equilibria", "fewest", "most"] as const),
  ...(["gain", "exploited", "fear", "greed"] as const),
] as const;

const parameters = z.strictObject({
  channel: z.string().default("payoff").describe("what a player has of an episode"),
  take: oneOf(TAKES, "most").describe(
    "of `at` cooperators: what a cooperator or a defector has, or whether it is an equilibrium; the number of equilibria, their fewest and most cooperators; R_c(n) − R_d(0), R_c(n) − R_c(1), R_d(0) − R_c(1), R_d(n − 1) − R_c(n)",
  ),
  at: whole(0, 1000, 0).describe("number of cooperators, for cooperator, defector and equilibrium"),
  episodes: whole(1, 1_000_000, 20).describe("episodes of each mix, whose cooperators sit in other seats each time"),
  alike: flag(false).describe(
    "says that seats can be exchanged where the world does not declare it, because each draws its own luck",
  ),
});
type Parameters = z.output<typeof parameters>;

export const schelling = bind({
  id: "schelling",
  summary:
    "what players of two types have in all mixes, and which mixes are equilibria; cooperators play as the first seat, defectors as the last",
  source: "Schelling (1973); social dilemmas and equilibria as in arXiv 2010.07777 and its released code",
  parameters,
  example: { environment: "commons/pool" },
  make:
    (settings: Parameters): MeasurePlan =>
    ({ spec }) => {
      const of = channelIndex(settings.channel, spec.channels, ["channel"]);
      checkSeats(spec, settings);
      const n = spec.agents.length;
      const { unit, low, high, over } = spec.channels[of];
      const far = over === "sum" ? spec.horizon * (high - low) : high - low;
      const amount =
        over === "sum"
          ? { low: Math.min(0, spec.horizon * low), high: Math.max(0, spec.horizon * high) }
          : { low, high };
      const about = {
        ...(settings.take === "cooperator" || settings.take === "defector" ? { unit, ...amount } : {}),
        ...(settings.take === "equilibrium" ? { unit: "share of seeds", low: 0, high: 1 } : {}),
        ...(settings.take === "equilibria" ? { unit: "mixes", low: 0, high: n + 1 } : {}),
        ...(settings.take === "fewest" || settings.take === "most" ? { unit: "cooperators", low: 0, high: n } : {}),
      };
      return {
        ...{ unit, low: -far, high: far },
        ...about,
        meaning: `${MEANING[settings.take]}, by ${settings.channel}, of ${n} players in all mixes of two types`.replace(
          "at x",
          `where ${settings.at} cooperate`,
        ),
        async measure(cell) {
          const diagram = await playedDiagram(cell, of, settings.episodes);
          return diagram === undefined ? undefined : numberOf(diagram, settings);
        },
      };
    },
});

const MEANING: Readonly<Record<Parameters["take"], string>> = {
  cooperator: "what a cooperator has at x",
  defector: "what a defector has at x",
  equilibrium: "whether no player gains by changing its type at x",
  equilibria: "number of mixes in which no player gains by changing its type",
  fewest: "fewest cooperators of a mix in which no player gains by changing its type",
  most: "most cooperators of a mix in which no player gains by changing its type",
  gain: "what a player has where all cooperate, less where none does",
  exploited: "what a cooperator has where all cooperate, less where it is alone",
  fear: "what a player has where none cooperates, less what a lone cooperator has",
  greed: "what a lone defector has, less what a player has where all cooperate",
};

function checkSeats(spec: NumericSpec, { at, alike, take }: Parameters): void {
  const { agents, symmetric, actionSize, actionLow, actionHigh } = spec;
  const n = agents.length;
  const isSame = (box: Float64Array) => box.every((bound, k) => bound === box[k % actionSize]);
  if (n < 2 || !(symmetric || alike) || !isSame(actionLow) || !isSame(actionHigh)) {
    const what = n < 2 ? "the world has one seat" : "the seats of this world are not declared interchangeable";
    const hint = n < 2 ? "try commons/pool" : "where they are, each with its own luck, write alike: true";
    throw new UserError({ code: "other-seats", what, path: n < 2 ? [] : ["alike"], hint });
  }
  const needed = take === "cooperator" ? [1, n] : take === "defector" ? [0, n - 1] : [0, n];
  if (at >= needed[0] && at <= needed[1]) return;
  const hint = `of ${n} players it is from ${needed[0]} to ${needed[1]}`;
  throw new UserError({ code: "no-such-mix", what: `no ${take} plays where ${at} cooperate`, path: ["at"], hint });
}

function numberOf(diagram: SchellingDiagram, { take, at }: Parameters): number | undefined {
  switch (take) {
    case "cooperator":
      return diagram.cooperator[at];
    case "defector":
      return diagram.defector[at];
    case "equilibrium": {
      const is = isEquilibrium(diagram, at);
      return is === undefined ? undefined : Number(is);
    }
    case "equilibria":
      return equilibria(diagram)?.length;
    case "fewest":
      return equilibria(diagram)?.[0];
    case "most":
      return equilibria(diagram)?.at(-1);
    default:
      return dilemmaGaps(diagram)[take];
  }
}

/**
 * Plays all mixes of the players of the first and the last seat. In episode e the x cooperators sit in seats e, e + 1, … e + x − 1 round the
 * table, so that every seat is of either type. Aborted episodes do not count. Undefined for players that learn in the cell itself: they are
 * seated from a stage.
 */
export async function playedDiagram(
  { makeEnvironment, playerAt, random, signal }: MeasuredCell,
  channel: number,
  episodes: number,
): Promise<SchellingDiagram | undefined> {
  const world = makeEnvironment();
  const { spec } = world;
  const n = spec.agents.length;
  const runner = episodeRunner(world);
  const sums = outcomeSums(spec);
  const seats = spec.agents.map((_, seat) => seat);
  const types = [n - 1, 0].map((of) => seats.map((seat) => playerAt(of, seat)));
  const isMissing = types.flat().includes(undefined);
  const cooperator: (number | undefined)[] = [undefined];
  const defector: (number | undefined)[] = [];
  try {
    for (let x = 0; x <= n && !isMissing; x++) {
      const [totals, counts] = [
        [0, 0],
        [0, 0],
      ];
      for (let episode = 0; episode < episodes; episode++) {
        signal?.throwIfAborted();
        sums.clear();
        const cooperates = seats.map((seat) => ((seat - (episode % n) + n) % n < x ? 1 : 0));
        const policy = seated(
          spec,
          seats.map((seat) => types[cooperates[seat]][seat]),
        );
        const streams = streamsBelow(random.stream("mix", episode));
        const { steps, failure } = await runner.playAsync(policy, streams, ({ outcomes }) => sums.add(outcomes));
        if (failure !== undefined) continue;
        for (const seat of seats) {
          totals[cooperates[seat]] += sums.value(channel, seat, steps);
          counts[cooperates[seat]] += 1;
        }
      }
      if (x > 0) cooperator.push(counts[1] === 0 ? undefined : totals[1] / counts[1]);
      defector.push(counts[0] === 0 ? undefined : totals[0] / counts[0]);
    }
  } finally {
    for (const player of types.flat()) await player?.close?.();
  }
  return isMissing ? undefined : { cooperator, defector };
}
