// The copies of a batch, which write their results into the rows of its response. Many copies of a small world share one world object, into
// which the state of each is loaded in turn. Separate objects would be cache misses in every step.

import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { checkScene, type Scene } from "../../core/scene.ts";
import { isFile } from "../../lab/experiment/plugins.ts";
import { seatIn } from "../../lab/experiment/seats.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import type { EpisodeStreams } from "../../play/streams.ts";
import type { SeatedWorld, ServedWorld } from "./world-session.ts";

/** Rows that copies write to, one each. */
export interface CopyRows {
  /** [copies × played agents] */
  readonly rewards: Float64Array;
  /** [copies], or empty without an objective. */
  readonly objective: Float64Array;
  /** [copies × played agents × channels] */
  readonly outcomes: Float64Array;
  /** [copies × played agents × observation size] */
  readonly observations: Float32Array;
}

/** Copies of a world, by index. */
export interface WorldCopies {
  readonly draws: boolean;
  /** Starts an episode, with rewards of 0. */
  begin(place: number, streams: EpisodeStreams): void;
  /** Performs a step with the copy's part of `actions`, [copies × played agents × action size]. Throws a UserError. */
  step(place: number, actions: Float64Array): Status;
  /**
   * Returns the status of a copy: steps of its episode, the last actions [agents × action size], and its scene; null where the world has
   * none.
   */
  look(place: number): { readonly steps: number; readonly actions: Float64Array; readonly scene: Scene | null };
  close(): void;
}

/** Maximum length of a state that is copied in and out for each step. */
const SMALL = 256;

/** Returns `count` copies. Throws a UserError where an opponent cannot play its seat. */
export function copiesOf(world: ServedWorld, set: SeatedWorld, count: number, rows: CopyRows): WorldCopies {
  const environment = set.setting.makeEnvironment();
  const isWhole = set.seats.length === set.spec.agents.length;
  // Built-in worlds obey the law that all mutable state is in `state`; a user's world may violate it.
  const isShared = isWhole && !isFile(world.id) && environment.state.buffer.length <= SMALL;
  return isShared ? sharedCopies(world, set, environment, count, rows) : ownCopies(world, set, count, rows);
}

/** Returns copies that share a world, in which all agents are played, in their order. */
function sharedCopies(
  world: ServedWorld,
  { setting, spec, options }: SeatedWorld,
  environment: NumericEnvironment,
  count: number,
  { rewards, objective, outcomes, observations }: CopyRows,
): WorldCopies {
  const n = spec.agents.length;
  const [C, O, A] = [n * spec.channels.length, n * spec.observationSize, n * spec.actionSize];
  const { buffer } = environment.state;
  const S = buffer.length;
  const states = new Float64Array(count * S);
  for (let place = 0; place < count; place++) states.set(buffer, place * S);
  const played = new Float64Array(count * A);
  const steps = new Int32Array(count);
  const randoms: Random[] = [];
  const pays = Array.from({ length: count }, () => setting.reward(spec));
  const worths =
    options.objective === undefined ? [] : Array.from({ length: count }, () => setting.objective.plan(spec));
  // Buffers that the copies use one after another.
  const acted = new Float64Array(A);
  const reported = new Float64Array(C);
  const paid = new Float64Array(n);
  const worth = new Float64Array(n);
  const seen = new Float32Array(O);

  const laidIn = (place: number): void => {
    for (let s = 0; s < S; s++) buffer[s] = states[place * S + s];
    for (let c = 0; c < C; c++) reported[c] = outcomes[place * C + c];
  };
  const takenOut = (place: number): void => {
    environment.observe(seen);
    for (let s = 0; s < S; s++) states[place * S + s] = buffer[s];
    for (let c = 0; c < C; c++) outcomes[place * C + c] = reported[c];
    for (let o = 0; o < O; o++) observations[place * O + o] = seen[o];
  };
  const writePay = (place: number): void => {
    for (let i = 0; i < n; i++) rewards[place * n + i] = paid[i];
    if (worths.length === 0) return;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += worth[i] / n;
    objective[place] = sum;
  };

  return {
    draws: environment.scene !== undefined,
    begin(place, { world: random }) {
      laidIn(place);
      randoms[place] = random;
      steps[place] = 0;
      environment.reset(random, reported);
      pays[place].reset(reported);
      if (worths.length > 0) worths[place].reset(reported);
      takenOut(place);
      paid.fill(0);
      worth.fill(0);
      played.fill(0, place * A, (place + 1) * A);
      writePay(place);
    },
    step(place, actions) {
      laidIn(place);
      for (let a = 0; a < A; a++) {
        acted[a] = actions[place * A + a];
        played[place * A + a] = acted[a];
      }
      const status = environment.step(acted, reported, randoms[place]);
      pays[place].pay(reported, status, paid);
      if (worths.length > 0) worths[place].pay(reported, status, worth);
      steps[place] += 1;
      takenOut(place);
      writePay(place);
      return status;
    },
    look(place) {
      laidIn(place);
      const actions = played.slice(place * A, (place + 1) * A);
      return { steps: steps[place], actions, scene: sceneOf(world, environment, steps[place], actions, reported) };
    },
    close() {},
  };
}

/** Returns copies with a world each, and with their own opponents. */
function ownCopies(
  world: ServedWorld,
  { setting, spec, seats, options }: SeatedWorld,
  count: number,
  { rewards, objective, outcomes, observations }: CopyRows,
): WorldCopies {
  const [n, O, A, C] = [seats.length, spec.observationSize, spec.actionSize, spec.channels.length];
  const all = Array.from({ length: count }, () => {
    const players = setting.agents.map((policy, seat): Agent | undefined => {
      if (seats.includes(seat)) return undefined;
      if (policy.kind === "agent") return policy.plan(seatIn(setting, { seat, directory: world.directory }));
      const what = `${policy.policy} has learnt nothing here`;
      throw new UserError({ code: "untrained", what, path: ["opponents"] });
    });
    const environment = setting.makeEnvironment();
    const plans = [setting.reward, ...(options.objective === undefined ? [] : [setting.objective.plan])];
    return {
      environment,
      runner: episodeRunner(environment, plans),
      beside: n === spec.agents.length ? undefined : seated(spec, players),
      players,
    };
  });

  /** Writes the row of a copy; `factor` is 0 where no reward has been paid yet. */
  const writeRow = (place: number, factor: 0 | 1): void => {
    const { episode } = all[place].runner;
    const seen = episode.look();
    const [pay, worth] = episode.pay;
    for (let k = 0; k < n; k++) {
      const [seat, row] = [seats[k], place * n + k];
      rewards[row] = factor === 0 ? 0 : pay[seat];
      for (let c = 0; c < C; c++) outcomes[row * C + c] = episode.outcomes[seat * C + c];
      for (let o = 0; o < O; o++) observations[row * O + o] = seen[seat * O + o];
    }
    if (worth === undefined) return;
    let sum = 0;
    for (let seat = 0; seat < worth.length; seat++) sum += worth[seat] / worth.length;
    objective[place] = factor === 0 ? 0 : sum;
  };

  return {
    draws: all[0].environment.scene !== undefined,
    begin(place, { world: random, agent }) {
      const { runner, beside } = all[place];
      runner.begin(random);
      if (beside?.reset?.(agent) !== undefined) throw late();
      writeRow(place, 0);
    },
    step(place, actions) {
      const { runner, beside } = all[place];
      const { episode } = runner;
      for (let k = 0; k < n; k++)
        for (let a = 0; a < A; a++) episode.actions[seats[k] * A + a] = actions[(place * n + k) * A + a];
      if (beside?.act(episode) !== undefined) throw late();
      const status = runner.step();
      beside?.receive?.(episode);
      writeRow(place, 1);
      return status;
    },
    look(place) {
      const { environment, runner } = all[place];
      const { steps, actions, outcomes } = runner.episode;
      return { steps, actions: actions.slice(), scene: sceneOf(world, environment, steps, actions, outcomes) };
    },
    close() {
      for (const { players } of all) for (const player of players) player?.close?.();
    },
  };
}

/** Returns the current scene of a world. Throws a UserError where it cannot be drawn. */
function sceneOf(
  { name }: ServedWorld,
  { scene }: NumericEnvironment,
  steps: number,
  actions: Float64Array,
  outcomes: Float64Array,
): Scene | null {
  if (scene === undefined) return null;
  const drawn = scene(steps === 0 ? undefined : { actions, outcomes });
  checkScene(drawn, name);
  return drawn;
}

const late = () => new UserError({ code: "slow-partner", what: "in a batch no agent may answer later" });
