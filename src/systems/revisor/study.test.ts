// What a segment is worth in each part of the pay; with `LONG=1` one seed of the writers.

import { describe, expect, it } from "vitest";
import { long, unmet } from "../../../test/fixtures/study.ts";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { numberOf, textOf } from "../../environments/language/alphabet.ts";
import { tapeWorld } from "../../environments/language/tape.ts";
import { episodeRunner } from "../../play/episode.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { looks } from "./arms.ts";
import { alignment, signalEquations, signalsOf } from "./signals.ts";

describe("what a hit adds to the pay", () => {
  it("is what the formulas say", () => {
    const claims = signalEquations();
    expect(unmet({ claims })).toEqual([]);
    expect(claims.flatMap(({ tests }) => tests)).toHaveLength(5);
  });

  it.each([0.6, 1 / 4])("is what episodes come to, with a shortcut of %d", (shortcut) => {
    const [said, found] = [signalsOf(shortcut, 4), playedSignals(shortcut, 40_000, 101)];
    for (const kind of ["final", "causal"] as const) {
      for (const what of ["signal", "variance"] as const) {
        expect(Math.abs(found[kind][what] / said[kind][what] - 1), `${what} of ${kind}`).toBeLessThanOrEqual(0.02);
      }
    }
  });

  it("stands out as it does among drawn answers to one question", () => {
    // Without noise the pay is the hit, or nothing.
    expect(alignment(0.6, 0, { shortcut: 0.6, actors: 4, hits: 0.3 })).toBeCloseTo(0.4, 12);
    // Causal pay alone: a correlation of two coins, ρ = 0.75·√(h(1 − h)) / √(q(1 − q)) with q = h + (1 − h)/4.
    const [h, q] = [0.3, 0.3 + 0.7 / 4];
    const between = (0.75 * Math.sqrt(h * (1 - h))) / Math.sqrt(q * (1 - q));
    expect(alignment(0, 0.9, { shortcut: 0.6, actors: 4, hits: h })).toBeCloseTo(between, 12);
  });
});

long("a model that is paid for the segment hits more often", async () => {
  const found = await looks({ seed: 901, updates: 60, arms: ["final only", "decoupled"] });
  expect(found.decoupled.hit).toBeGreaterThan(found["final only"].hit + 0.1);
});

/** The two signals from `episodes` episodes that hit and as many that miss, of the tape as it is when nothing is said of it. */
function playedSignals(shortcut: number, episodes: number, seed: number) {
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
