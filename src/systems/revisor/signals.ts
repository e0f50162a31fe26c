// What a segment is worth in the two parts of the pay, to a perfect reader that has not seen the event at first: in closed form,
// and by playing. A reader that misses the event answers as the title says, and is right with the shortcut's probability p. Shown
// the second look alone, all readers are equally good.

import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { numberOf, textOf } from "../../environments/language/alphabet.ts";
import { tapeWorld } from "../../environments/language/tape.ts";
import { episodeRunner } from "../../play/episode.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { atLeast, below, near, nearly } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

const KINDS = ["final", "causal"] as const;
const ACTORS = 4;
/** The published weights of the final and the causal part. */
const [FINAL, CAUSAL] = [0.6, 0.3];

/** The formulas beside `episodes` episodes of each kind, where the tolerance is 2 %, and what follows from them. */
export function signalEquations(episodes: number, seed = 101): Claim[] {
  const none = 1 / ACTORS;
  const played = [0.6, none].map((shortcut) => {
    const [said, found] = [signalsOf(shortcut, ACTORS), playedSignals(shortcut, episodes, seed)];
    const test = (kind: (typeof KINDS)[number], what: "signal" | "variance", words: string) =>
      is(exact(found[kind][what]), nearly(said[kind][what], 0.02), `${words} R_${kind}`);
    return equation(
      `shortcut ${shortcut}: episodes beside the formulas`,
      KINDS.flatMap((kind) => [
        test(kind, "signal", "what a hit adds to"),
        test(kind, "variance", "variance after a miss of"),
      ]),
    );
  });
  const [final, causal] = KINDS.map((kind) => signalsOf(0.6, ACTORS)[kind].signal);
  const apart = signalsOf(none, ACTORS);
  const gain = (shortcut: number) => {
    const among = { shortcut, actors: ACTORS, hits: 0.15 };
    return exact(alignment(FINAL, CAUSAL, among) / alignment(FINAL, 0, among));
  };
  return [
    ...played,
    equation("signal that a shortcut of 0.6 leaves, and without a shortcut", [
      is(exact(final), near(0.4, 1e-12), "in R_final"),
      is(exact(causal), near(0.75, 1e-12), "in R_causal, with four actors"),
      is(exact(apart.final.signal - apart.causal.signal), near(0, 1e-12), "difference without a shortcut"),
    ]),
    equation("slope of the compared pay in a hit, decoupled over final alone, at 15 % hits", [
      is(gain(0.6), atLeast(1.5), "with the shortcut"),
      is(gain(none), below(1.2), "without"),
    ]),
  ];
}

/** What answers of one kind are paid after a miss, by their mean and variance, and how much more after a hit. */
export interface Signal {
  readonly signal: number;
  readonly missed: number;
  readonly variance: number;
}

/** R_final and R_causal in closed form: 1 after a hit; after a miss p, and one in so many as there are actors. */
export function signalsOf(shortcut: number, actors: number): { final: Signal; causal: Signal } {
  const of = (missed: number) => ({ signal: 1 - missed, missed, variance: missed * (1 - missed) });
  return { final: of(shortcut), causal: of(1 / actors) };
}

/**
 * Correlation of a hit and the pay λ₁·R_final + λ₂·R_causal among the answers to one question, mean over questions, where a share
 * `hits` of the answers hits: what divides by the group's deviation has its slope. All answers that miss follow the same title, so they are
 * all right (p) or all wrong; their second answers are drawn apart.
 */
export function alignment(
  final: number,
  causal: number,
  { shortcut, actors, hits }: { shortcut: number; actors: number; hits: number },
): number {
  const second = signalsOf(shortcut, actors).causal;
  const spread = hits * (1 - hits);
  const among = (first: number) => {
    const gain = final * first + causal * second.signal;
    const noise = causal ** 2 * second.variance * (1 - hits);
    return gain === 0 ? 0 : (gain * Math.sqrt(spread)) / Math.sqrt(gain ** 2 * spread + noise);
  };
  return shortcut * among(0) + (1 - shortcut) * among(1);
}

/** The two signals from `episodes` episodes that hit and as many that miss, of the tape as it is when nothing is said of it. */
export function playedSignals(shortcut: number, episodes: number, seed: number): { final: Signal; causal: Signal } {
  const tape = tapeWorld.make({ shortcut });
  const reader = tape.spec.oracles?.expert.play(0);
  if (reader === undefined) throw new Error("a tape has an expert");
  const [hit, missed] = [true, false].map((aims) => playedRights(tape, reader, aims, episodes, seed));
  const of = (kind: "final" | "causal") => ({
    signal: hit[kind] - missed[kind],
    missed: missed[kind],
    variance: missed[kind] * (1 - missed[kind]),
  });
  return { final: of("final"), causal: of("causal") };
}

/** Shares of right first and second answers of episodes whose first look does not show the event. */
function playedRights(tape: NumericEnvironment, reader: Agent, aims: boolean, episodes: number, seed: number) {
  const runner = episodeRunner(tape, [channel("hit"), channel("correct")]);
  const { actions: action, totals } = runner.episode;
  const observation = new Float32Array(tape.spec.observationSize);
  const views = tape.texts ?? {};
  /** What an agent writes after a text, up to an end or a call. */
  const write = (text: string, agent: Agent): string => {
    let said = "";
    while (!/[$>]$/.test(said)) {
      observation.fill(0);
      for (const [k, character] of [...text, ...said].entries()) observation[k] = numberOf(character);
      agent.act(observation, action);
      said += textOf(action, 0, 1);
    }
    return said;
  };
  let [played, final, causal] = [0, 0, 0];
  for (let episode = 0; played < episodes; episode++) {
    const rng = Random.of(seed, "played", aims ? 1 : 0, episode);
    runner.begin(rng);
    reader.reset(rng.stream("reader"));
    const say = (said: string) => {
      for (const character of said) {
        action[0] = numberOf(character);
        if (runner.step() !== Status.running) return;
      }
    };
    const question = views.text();
    const right = question.slice(3).indexOf(question[0]);
    // Where no frame has the type that is asked for, the event hides it.
    if (right < 0) continue;
    const scenes = question.length - 4;
    const scene = aims ? right : (right + 1 + rng.stream("miss").integer(scenes - 1)) % scenes;
    say(`<${scene + 1}1>`);
    say(write(views.text(), reader));
    const [[hit], [correct]] = totals;
    if ((hit === 1) !== aims) throw new Error("a look at one scene shows its event, and no other's");
    played += 1;
    final += correct;
    reader.reset(rng.stream("second reader"));
    if (write(views.alone(), reader) === `${views.answer()}$`) causal += 1;
  }
  return { final: final / episodes, causal: causal / episodes };
}
