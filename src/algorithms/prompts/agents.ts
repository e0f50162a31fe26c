// A classifier that tunes a prompt on few lessons (CoOp), and a clone of it on its own confusions, which is mixed in where a picture is of a class
// that was taught (DPC, arXiv 2503.13443).

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { cosine } from "../../math/cosine.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { type Example, type NameEncoder, named, promptLoss } from "./prompted-names.ts";

const parameters = z.strictObject({
  steps: whole(0, 1_000_000, 100).describe("gradient steps of the prompt, by cross-entropy among the known classes"),
  rate: positive(100, 0.2).describe("their learning rate, which falls by half a cosine"),
  batch: whole(1, 10_000, 8).describe("lessons of each, drawn with replacement"),
  more: whole(0, 1_000_000, 300).describe("further gradient steps, of the prompt itself or of its clone"),
  clone: oneOf(["hard", "random", "none"], "hard").describe(
    "the further steps go to a clone, with classes that the prompt confuses with a lesson's, or any classes, in its batch; or to the prompt itself, as before",
  ),
  moreRate: positive(100, 0.6).describe(
    "learning rate of the further steps; a clone's is divided by `known`, as in the released code",
  ),
  moreBatch: whole(1, 10_000, 12).describe(
    "lessons of a further step of the prompt itself; a clone's batch has about as many",
  ),
  anchors: whole(1, 1000, 4).describe("lessons that a batch of the clone begins with, of different classes"),
  hardest: whole(1, 1000, 4).describe(
    "K: classes that the prompt ranks first for a lesson, which join the batch but for the right one",
  ),
  loss: oneOf(["contrast", "cross-entropy"], "contrast").describe(
    "loss of the clone: InfoNCE among pictures and among names, or cross-entropy among the classes of the batch",
  ),
  known: share(0.2).describe("weight of the clone where a picture is named among known classes"),
  unknown: share(0).describe("weight of the clone among unknown classes"),
  all: share(0.2).describe("weight of the clone among all classes"),
  scale: positive(1000, 10).describe("factor of cosines in all losses"),
});
type Options = z.output<typeof parameters>;

export const promptClassifier: BoundEntry<AgentPlan> = bind({
  id: "classifier/prompt",
  summary: "names pictures by a frozen model, with a prompt that it tunes on lessons, and a clone tuned on confusions",
  source: "CoOp (arXiv 2109.01134) and DPC (arXiv 2503.13443)",
  parameters,
  example: { environment: "pictures/classes", parameters: { steps: 5, more: 5 } },
  make:
    (options): AgentPlan =>
    ({ spec }) =>
      classifier(options, placesIn(spec)),
});

/** Where an observation has what. Throws a UserError where the world shows no frozen model. */
function placesIn(spec: NumericSpec) {
  const part = (name: string) => {
    const at = fieldOffset(spec, name);
    const size = spec.observation.find((field) => field.name === name)?.size;
    if (at !== undefined && size !== undefined) return { at, size };
    const what = "classifier/prompt names pictures by a frozen model, and this world shows none";
    throw new UserError({ code: "no-frozen-model", what, hint: "pictures/classes does" });
  };
  const [asked, label, picture, isKnown, names, prompting, readout] = [
    ...["asked", "label", "picture", "isKnown", "names", "prompting", "readout"].map(part),
  ];
  const cut = (seen: Float32Array, { at, size }: typeof names) => seen.slice(at, at + size);
  const hidden = names.size / isKnown.size;
  return {
    asked: (seen: Float32Array): number => seen[asked.at],
    example: (seen: Float32Array): Example => ({ of: seen[label.at], vector: cut(seen, picture) }),
    known: (seen: Float32Array): boolean[] => Array.from(cut(seen, isKnown), (x) => x === 1),
    encoder: (seen: Float32Array): NameEncoder => ({
      ...{ names: cut(seen, names), prompting: cut(seen, prompting), readout: cut(seen, readout) },
      ...{ hidden, prompt: prompting.size / hidden, size: picture.size },
    }),
  };
}

const falling = (step: number, steps: number): number => (1 + Math.cos((Math.PI * step) / steps)) / 2;

/** Tunes on lessons; returns the prompt and its clone, which is the prompt itself where there is none. */
export function tuned(
  options: Options,
  e: NameEncoder,
  lessons: readonly Example[],
  known: readonly number[],
  random: Random,
) {
  const prompt = new Float64Array(e.prompt);
  const gradient = new Float64Array(e.prompt);
  const { scale } = options;
  const descend = (steps: number, rate: number, batch: number, draws: Random): void => {
    for (let step = 0; step < steps; step++) {
      const chosen = Array.from({ length: batch }, () => lessons[draws.integer(lessons.length)]);
      gradient.fill(0);
      promptLoss(e, prompt, chosen, known, scale, false, gradient);
      for (let k = 0; k < e.prompt; k++) prompt[k] -= rate * falling(step, steps) * gradient[k];
    }
  };
  descend(options.steps, options.rate, options.batch, random.stream("prompt"));
  if (options.clone === "none") {
    descend(options.more, options.moreRate, options.moreBatch, random.stream("more"));
    return { prompt, clone: prompt };
  }
  const clone = prompt.slice();
  const batchOf = confusedBatch(options, e, lessons, known, prompt);
  const weight = options.known || 1;
  for (let step = 0; step < options.more; step++) {
    const batch = batchOf(random.stream("confused", step));
    gradient.fill(0);
    const classes = batch.map(({ of }) => of);
    promptLoss(e, mixed(prompt, clone, weight), batch, classes, scale, options.loss === "contrast", gradient);
    const rate = (options.moreRate * falling(step, options.more)) / weight;
    for (let k = 0; k < e.prompt; k++) clone[k] -= rate * gradient[k];
  }
  return { prompt, clone };
}

/** (1 − w)·p + w·p′. */
export const mixed = (prompt: Float64Array, clone: Float64Array, weight: number): Float64Array =>
  weight === 0 ? prompt : prompt.map((x, k) => (1 - weight) * x + weight * clone[k]);

/** Draws batches of lessons of different classes: some anchors, and lessons of classes that the prompt confuses with theirs. */
export function confusedBatch(
  { anchors, hardest, clone }: Pick<Options, "anchors" | "hardest" | "clone">,
  e: NameEncoder,
  lessons: readonly Example[],
  known: readonly number[],
  prompt: Float64Array,
): (random: Random) => Example[] {
  const vectors = known.map((of) => ({ of, vector: named(e, of, prompt).vector }));
  const taught = known.filter((of) => lessons.some((lesson) => lesson.of === of));
  return (random) => {
    const batch = new Map<number, Example>();
    for (let k = 0; k < anchors; k++) {
      const lesson = lessons[random.integer(lessons.length)];
      if (!batch.has(lesson.of)) batch.set(lesson.of, lesson);
    }
    for (const anchor of [...batch.values()]) {
      const ranked = vectors
        .map(({ of, vector }) => ({ of, near: cosine(vector, anchor.vector) }))
        .sort((a, b) => b.near - a.near)
        .slice(0, hardest)
        .map(({ of }) => of);
      const others = randomOrder(taught.length, random).map((k) => taught[k]);
      const wanted = clone === "hard" ? ranked : others.filter((of) => !batch.has(of)).slice(0, hardest - 1);
      // As in the released code, at least two classes join.
      const joining = wanted.filter((of) => taught.includes(of) && !batch.has(of));
      for (const of of others) if (joining.length < 2 && !batch.has(of) && !joining.includes(of)) joining.push(of);
      for (const of of joining) {
        const own = lessons.filter((lesson) => lesson.of === of);
        batch.set(of, own[random.integer(own.length)]);
      }
    }
    return [...batch.values()];
  };
}

function classifier(options: Options, at: ReturnType<typeof placesIn>): Agent {
  const lessons: Example[] = [];
  let begun: Random | undefined;
  /** Names of all classes under the prompts for each kind of question. */
  let names: Float64Array[][] | undefined;
  let known: boolean[] = [];
  return {
    reset(random) {
      begun = random;
      names = undefined;
      lessons.length = 0;
    },
    act(seen, action) {
      if (begun === undefined) throw new Error("a classifier acts before it is reset");
      action[0] = 0;
      const asked = at.asked(seen);
      if (asked === 0) {
        lessons.push(at.example(seen));
        return;
      }
      if (names === undefined) {
        known = at.known(seen);
        const e = at.encoder(seen);
        const taught = [...known.keys()].filter((of) => known[of]);
        const { prompt, clone } = tuned(options, e, lessons, taught, begun);
        names = [options.known, options.unknown, options.all].map((weight) => {
          const p = mixed(prompt, clone, weight);
          return known.map((_, of) => named(e, of, p).vector);
        });
      }
      const { vector } = at.example(seen);
      let most = Number.NEGATIVE_INFINITY;
      for (const [of, name] of names[asked - 1].entries()) {
        if (asked !== 3 && known[of] !== (asked === 1)) continue;
        const near = cosine(name, vector);
        if (near <= most) continue;
        most = near;
        action[0] = of;
      }
    },
  };
}
