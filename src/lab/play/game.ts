// One episode in which a person has a seat: the players, the runner, what each step paid, and the result. The terminal and the page play it.

import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { type Path, UserError } from "../../core/errors.ts";
import type { SceneStep } from "../../core/scene.ts";
import { accumulator, outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { seatIn } from "../experiment/seats.ts";
import type { Setting } from "../experiment/setting.ts";
import { Left, type PersonFace, person } from "./person.ts";

/** What is played, and where the person sits. */
export interface SeatedGame {
  readonly setting: Setting;
  readonly seat: number;
  readonly seed: number;
  /** Number of episodes of a cell of the experiment; one by default. */
  readonly episodes?: number;
  /** Folder that relative paths start from. */
  readonly directory: string;
  readonly signal?: AbortSignal;
  /** Place of a mistake about the other players. */
  readonly path: Path;
  /** Returns the player that a learner has become in a seat. Without it, a learner cannot play. */
  readonly learnt?: (seat: number) => Agent;
}

/** A step as it was played; arrays are reused. */
export interface GameStep extends SceneStep {
  /** [agents] */
  readonly pay: Float64Array;
  readonly objective: Float64Array;
}

/** What the episode has come to. */
export interface GameResult {
  readonly steps: number;
  /** Whether the world ended it, or its horizon. */
  readonly over: boolean;
  /** Why it was broken off. */
  readonly failure?: string;
  readonly agents: readonly {
    readonly agent: string;
    readonly pay: number;
    readonly objective: number;
    readonly outcomes: Readonly<Record<string, number>>;
  }[];
}

/** A game that can be played once. */
export interface SeatGame {
  readonly environment: NumericEnvironment;
  /** Plays to the end, or until the person leaves; `each` is called after every step. */
  play(face: PersonFace, each: (step: GameStep) => void): Promise<GameResult>;
  /** What it has come to so far. */
  result(): GameResult;
}

export function seatGame({ setting, seat, seed, episodes, directory, signal, path, learnt }: SeatedGame): SeatGame {
  const { spec, objective } = setting;
  const environment = setting.makeEnvironment();
  environment.asker?.connect({ directory, ...(signal && { signal }) });
  const runner = episodeRunner(environment, [setting.reward, objective.plan]);
  const { episode } = runner;
  const sums = outcomeSums(spec);
  const wanted = accumulator(objective.over, spec.agents.length);
  let over = false;
  const playerOf = (k: number): Agent => {
    const policy = setting.agents[k];
    if (policy.kind === "agent")
      return policy.plan(seatIn(setting, { seat: k, seed, directory, ...(signal && { signal }) }));
    if (learnt !== undefined) return learnt(k);
    const what = `${policy.policy} is an algorithm, and has learnt nothing here`;
    const hint = "name an agent that is ready to play, as `agon list agents` shows them";
    throw new UserError({ code: "untrained", what, path, hint });
  };
  const result = (): GameResult => {
    const { steps, totals, failure } = episode;
    return {
      steps,
      over,
      ...(failure === undefined ? {} : { failure }),
      agents: spec.agents.map((agent, i) => ({
        agent,
        pay: totals[0][i],
        objective: wanted.value(i, steps),
        outcomes: Object.fromEntries(spec.channels.map(({ name }, c) => [name, sums.value(c, i, steps)])),
      })),
    };
  };
  return {
    environment,
    result,
    async play(face, each) {
      const players = spec.agents.map((_, k) => (k === seat ? person(environment, seat, face) : playerOf(k)));
      try {
        await runner.playAsync(seated(spec, players), streamsOf(seed, 0, episodes), ({ actions, outcomes, pay }) => {
          sums.add(outcomes);
          for (let i = 0; i < spec.agents.length; i++) wanted.add(i, pay[1][i]);
          each({ actions, outcomes, pay: pay[0], objective: pay[1] });
        });
        over = episode.failure === undefined;
      } catch (error) {
        if (!(error instanceof Left)) throw error;
      } finally {
        for (const player of players) await player.close?.();
      }
      return result();
    },
  };
}
