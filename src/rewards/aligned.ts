// Pay by vectors of a text and of what was made to it: the cosine of the two, after the text's vector is carried to the space of the other by a
// map that is learnt from a table of vectors, or from what the world's demonstrator shows (PISCES, arXiv 2602.01624).

import { z } from "zod";
import { episodeFeatures } from "../core/channel.ts";
import { type NumericSpec, Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { OutcomePrior } from "../core/outcome-prior.ts";
import { oneOf, positive, text, whole, within } from "../core/parameters.ts";
import { Random } from "../core/random.ts";
import { type BoundEntry, bind } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { cosine } from "../math/cosine.ts";
import { momentMap, regressionMap, transportMap, type VectorMap } from "../math/vector-maps.ts";
import { resolveChannel } from "./channel-reward.ts";
import { preparedReference, referenceFields, referenceSet } from "./set-reference.ts";

const { file, content } = referenceFields;
const parameters = z.strictObject({
  text: text("text").describe("channels of a text's vector are called this with a number behind: text1, text2, …"),
  made: text("seen").describe("channels of the vector of what was made"),
  by: oneOf(["transport", "moments", "regression", "none"], "transport").describe(
    "how the vector of a text is carried to the other space: by optimal transport or by means and deviations of two sets without pairs, by regression on pairs, or not at all",
  ),
  known: whole(2, 2000, 200).describe(
    "texts, and things that were made, that the map is learnt from; with regression pairs of them",
  ),
  entropy: positive(10, 0.1).describe("entropy of the transport, in shares of the mean cost"),
  ridge: within(0, 1e6, 0.01).describe("ridge of the regression, in shares of the mean variance"),
  draw: whole(0, 1_000_000_000, 1).describe("which draw of the reference the map is learnt from"),
  file,
  content,
});
type Options = z.output<typeof parameters>;

export const aligned: BoundEntry<RewardPlan> = bind({
  id: "aligned",
  summary: "pays the cosine between vectors of a text and of what was made to it, after a map between the two spaces",
  source: "PISCES (arXiv 2602.01624); the map is that of Pooladian & Niles-Weed (arXiv 2109.12004)",
  parameters,
  example: { environment: "pictures/embedded", parameters: { known: 20 } },
  async prepare(p, place) {
    const reference = await preparedReference({ ...p, features: {} }, place);
    return { ...p, content: reference.content };
  },
  make: (p): RewardPlan => {
    // Copies of a world share what they know in advance, and the map that is learnt from it; a file is one for all worlds.
    const maps = new WeakMap<OutcomePrior, VectorMap>();
    let byFile: VectorMap | undefined;
    return (spec) => {
      const [texts, made] = [channelsOf(p.text, spec, "text"), channelsOf(p.made, spec, "made")];
      const size = texts.length;
      if (made.length !== size) {
        const what = `${size} channels "${p.text}…" and ${made.length} channels "${p.made}…" are no vectors of one space`;
        throw new UserError({ code: "bad-vectors", what, path: ["made"], hint: "give vectors of the same length" });
      }
      const { prior } = spec;
      const known = p.file === undefined && prior !== undefined ? maps.get(prior) : byFile;
      const map = known ?? learntMap(p, spec, [...texts, ...made]);
      if (p.file !== undefined) byFile = map;
      else if (prior !== undefined) maps.set(prior, map);
      const references = [...texts, ...made].map((name) => resolveChannel(name, spec));
      const features = episodeFeatures(references, spec);
      const [carried, other] = [new Float64Array(size), new Float64Array(size)];
      const last = new Float64Array(size).fill(Number.NaN);
      return {
        reset: features.reset,
        pay(outcomes, status, pay) {
          features.step(outcomes);
          pay.fill(0);
          if (status === Status.running) return;
          for (let i = 0; i < pay.length; i++) {
            let isNew = false;
            for (let k = 0; k < size; k++) {
              const value = features.value(references[k], i);
              isNew ||= value !== last[k];
              last[k] = value;
              other[k] = features.value(references[size + k], i);
            }
            if (isNew) map(last, carried);
            // A vector of zeros has no direction, and is paid nothing.
            pay[i] = cosine(carried, other) || 0;
          }
        },
      };
    };
  },
});

/** Names of the channels of a vector, in order. */
function channelsOf(prefix: string, { channels }: NumericSpec, path: string): string[] {
  const names = new Set(channels.map(({ name }) => name));
  const found: string[] = [];
  while (names.has(`${prefix}${found.length + 1}`)) found.push(`${prefix}${found.length + 1}`);
  if (found.length > 0) return found;
  const what = `this world has no channel "${prefix}1", with which a vector would begin`;
  throw new UserError({ code: "no-vector", what, path: [path], hint: "pictures/embedded has text1 … and seen1 …" });
}

/** The map, from vectors of texts and of what was made: from the same draws of the reference for a regression, else from others. */
function learntMap(p: Options, spec: NumericSpec, names: readonly string[]): VectorMap {
  if (p.by === "none") return (from, into) => into.set(from);
  const reference = referenceSet({ ...p, features: Object.fromEntries(names.map((name) => [name, 1])) }, spec);
  const size = names.length / 2;
  const row = new Float64Array(names.length);
  const drawn = (stream: string, from: number): Float64Array => {
    const random = Random.of(p.draw, "aligned", stream);
    const rows = new Float64Array(p.known * size);
    for (let k = 0; k < p.known; k++) {
      reference.draw(random, row, 0);
      rows.set(row.subarray(from, from + size), k * size);
    }
    return rows;
  };
  if (p.by === "regression") return regressionMap(drawn("pairs", 0), drawn("pairs", size), size, p.ridge);
  const [texts, made] = [drawn("texts", 0), drawn("made", size)];
  return p.by === "moments" ? momentMap(texts, made, size) : transportMap(texts, made, size, p.entropy);
}
