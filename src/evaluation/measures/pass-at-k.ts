// pass@k and pass^k: the probability that at least one, or that each, of k attempts from the same start succeeds.

import { z } from "zod";
import { channelIndex } from "../../core/channel.ts";
import { UserError } from "../../core/errors.ts";
import type { CellMeasure, MeasurePlan } from "../../core/measure.ts";
import { flag, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { outcomeSums } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";
import { passAtK, passHatK } from "../statistics/pass-rates.ts";

const channel = z.string().default("correct").describe("a try succeeds where an episode brings more than 0 of it");
const beginnings = whole(1, 100_000, 100).describe("beginnings, the same for all variants");
const triesEach = (usual: number) => whole(1, 10_000, usual).describe("tries at each beginning, at least k");

const oneOfK = z.strictObject({
  channel,
  k: whole(1, 1000, 8).describe("tries of which one must succeed"),
  tries: triesEach(16),
  beginnings,
});

const allOfK = z.strictObject({
  channel,
  k: whole(1, 1000, 4).describe("tries which must all succeed"),
  tries: triesEach(4),
  beginnings,
  relative: flag(false).describe("of the tries that succeed, the share for which the other k − 1 succeed too"),
});

interface Drawn {
  readonly channel: string;
  readonly k: number;
  readonly tries: number;
  readonly beginnings: number;
}

export const passAtKMeasure = bind({
  id: "pass-at-k",
  summary: "how often one of k tries at the same beginning succeeds: what a verifier would find among k answers",
  source: "Chen et al., arXiv 2107.03374, equation 1",
  parameters: oneOfK,
  example: { environment: "language/sort", parameters: { k: 2, tries: 4, beginnings: 10 } },
  make(drawn): MeasurePlan {
    const { channel, k } = drawn;
    const meaning = `beginnings at which one of ${k} tries succeeds: ${channel} above 0`;
    const about = { unit: "share of beginnings", label: `pass@${k}`, meaning };
    return measured(drawn, about, (all) => sum(all, ({ tries, right }) => passAtK(tries, right, k)) / all.length);
  },
});

export const passHatKMeasure = bind({
  id: "pass-hat-k",
  summary: "how often all of k tries at the same beginning succeed: how far a player can be relied on",
  source: "Yao et al., arXiv 2406.12045",
  parameters: allOfK,
  example: { environment: "language/sort", parameters: { k: 2, tries: 4, beginnings: 10 } },
  make(drawn): MeasurePlan {
    const { channel, k, relative } = drawn;
    const whole = (all: readonly Counts[]) => sum(all, ({ tries, right }) => passHatK(tries, right, k));
    if (!relative) {
      const meaning = `beginnings at which all of ${k} tries succeed: ${channel} above 0`;
      const about = { unit: "share of beginnings", label: `pass^${k}`, meaning };
      return measured(drawn, about, (all) => whole(all) / all.length);
    }
    const meaning = `tries that succeed, ${channel} above 0, for which ${k - 1} others at the same beginning succeed too`;
    const about = { unit: "share of right tries", label: `pass^${k} of right tries`, meaning };
    return measured(drawn, about, (all) => {
      const once = sum(all, ({ tries, right }) => right / tries);
      return once > 0 ? whole(all) / once : undefined;
    });
  },
});

/** Attempts from one start, and the number that succeeded. */
interface Counts {
  readonly tries: number;
  readonly right: number;
}

const sum = (all: readonly Counts[], of: (one: Counts) => number) => all.reduce((total, one) => total + of(one), 0);

/** Estimates a rate from attempts at all starts. Aborted episodes are no attempts, and starts with fewer than k attempts are skipped. */
function measured(
  { channel, k, tries, beginnings }: Drawn,
  about: Pick<CellMeasure, "unit" | "label" | "meaning">,
  share: (all: readonly Counts[]) => number | undefined,
): MeasurePlan {
  if (tries < k) {
    const what = `${k} of ${tries} tries cannot be drawn`;
    throw new UserError({ code: "too-few-tries", what, path: ["tries"], hint: `it must be at least ${k}` });
  }
  return ({ spec }) => {
    const succeeds = channelIndex(channel, spec.channels, ["channel"]);
    return {
      ...about,
      low: 0,
      high: 1,
      async measure({ makeEnvironment, agents, random, signal }) {
        const runner = episodeRunner(makeEnvironment());
        const { episode } = runner;
        const policy = seated(spec, agents);
        const sums = outcomeSums(spec);
        const all: Counts[] = [];
        for (let beginning = 0; beginning < beginnings; beginning++) {
          let [right, whole] = [0, 0];
          for (let one = 0; one < tries; one++) {
            signal?.throwIfAborted();
            sums.clear();
            const start = random.stream("beginning", beginning);
            const streams = streamsFrom(start, random.stream("try", beginning, one));
            const { steps, failure } = await runner.playAsync(policy, streams, () => sums.add(episode.outcomes));
            if (failure !== undefined) continue;
            whole += 1;
            if (spec.agents.some((_, seat) => sums.value(succeeds, seat, steps) > 0)) right += 1;
          }
          if (whole >= k) all.push({ tries: whole, right });
        }
        return all.length === 0 ? undefined : share(all);
      },
    };
  };
}
