// A run as what judges compare: its variants, on every episode that two of them have kept the steps of.

import { join } from "node:path";
import { UserError } from "../../core/errors.ts";
import { parseYaml } from "../../core/yaml.ts";
import { seedsSealed } from "../store/cell-files.ts";
import { experimentText, readRecord } from "../store/run-record.ts";
import type { JudgingQuestion } from "./judging-data.ts";
import { questionIn } from "./judging-question.ts";
import { type JudgedSubject, MOST_PLAYERS, type SharedPlaces } from "./subject.ts";

const QUESTION = "Which of the two episodes is better?";

export const votesOf = (store: string, run: string): string => join(store, run, "votes.jsonl");

/** A UserError where the run has nothing to compare: one variant, or no steps. `override` stands before what its experiment asks. */
export function judgedRun(store: string, run: string, override: Partial<JudgingQuestion> = {}): JudgedSubject {
  const { variants, seeds, episodes, record } = readRecord(join(store, run));
  if (record !== "steps") {
    const hint = "say `record: steps` in the experiment and run it again";
    throw new UserError({ code: "no-steps", what: `${run} kept whole episodes and no steps`, hint });
  }
  if (variants.length < 2 || variants.length > MOST_PLAYERS) {
    const what = `${run} has ${variants.length} variant${variants.length === 1 ? "" : "s"}`;
    throw new UserError({ code: "not-judged", what, hint: `from 2 to ${MOST_PLAYERS} can be judged` });
  }
  const done = variants.map(({ key }) => seedsSealed(store, key, ["episodes", "steps"]));
  const known = new Map<string, SharedPlaces>();
  return {
    run,
    players: variants.map(({ name }) => name),
    question: { ...questionIn(parseYaml("experiment.yaml", experimentText(store, run)).value, QUESTION), ...override },
    shared(first, second) {
      const key = `${first} ${second}`;
      const places = known.get(key) ?? sharedBy(seeds, episodes, done[first], done[second]);
      known.set(key, places);
      return places;
    },
    text: () => null,
  };
}

function sharedBy(
  seeds: readonly number[],
  episodes: number,
  one: ReadonlySet<number>,
  other: ReadonlySet<number>,
): SharedPlaces {
  const both = seeds.filter((seed) => one.has(seed) && other.has(seed));
  return {
    count: both.length * episodes,
    at: (k) => ({ seed: both[Math.floor(k / episodes)], prompt: null, episode: k % episodes }),
  };
}
