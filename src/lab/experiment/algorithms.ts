// Every learner that an experiment may name: those of the room of algorithms, those that systems bring, and the trainer of texts over
// text methods and callbacks. What is named is loaded.

import { algorithms as room } from "../../algorithms/index.ts";
import type { TextParts } from "../../algorithms/text/chosen-parts.ts";
import { callbacks, textMethods } from "../../algorithms/text/index.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { atHand, Library } from "../../core/library.ts";
import { type BoundEntry, Registry } from "../../core/registry.ts";
import * as systems from "../../systems/plugins.ts";

const methodLibrary = new Library("text method", textMethods, systems.textMethods);
const callbackLibrary = new Library("callback", callbacks, systems.callbacks);
const presets = new Library("preset", systems.textPresets);
const learners = new Library("algorithm", systems.learners);

/** The trainer of texts; its presets have names of their own. */
const TRAINER = "grpo";
/** Its method where none is named. */
const USUAL = "group-relative";
const trainer = { grpo: async () => await import("../../algorithms/text/grpo.ts") };

/** Ids of all learners. */
export const algorithmIds: readonly string[] = [...room.ids(), TRAINER, ...presets.ids(), ...learners.ids()];

type Chosen = (id: string) => boolean;
const everything: Chosen = () => true;

/** Text methods and callbacks that are chosen, and those that chosen learners need. */
export async function textPartsAtHand(chosen: Chosen = everything): Promise<TextParts> {
  const needed = await methodsNeeded(chosen);
  return {
    methods: await atHand(methodLibrary, (id) => chosen(id) || needed.includes(id)),
    callbacks: await atHand(callbackLibrary, chosen),
  };
}

/** Methods that chosen learners use by themselves. */
async function methodsNeeded(chosen: Chosen): Promise<string[]> {
  const named = await presets.all(chosen);
  const usual = named.length > 0 || chosen(TRAINER) ? [USUAL] : [];
  return [...named.map(({ method }) => method.use), ...usual];
}

/** Names of parts that named learners use by themselves. */
export async function impliedParts(names: ReadonlySet<string>): Promise<string[]> {
  const methods = await methodsNeeded((id) => names.has(id));
  return methods.length === 0 ? [] : [TRAINER, ...methods];
}

/** The chosen learners, where these methods and callbacks can be named. */
export async function algorithmsAtHand(parts: TextParts, chosen = everything): Promise<Registry<AlgorithmPlan>> {
  const entries: BoundEntry<AlgorithmPlan>[] = [...(await room.all(chosen)), ...(await learners.all(chosen))];
  if (chosen(TRAINER)) entries.push((await trainer.grpo()).grpo(parts));
  const named = await presets.all(chosen);
  if (named.length > 0) {
    const { textPreset } = await trainer.grpo();
    entries.push(...named.map((one) => textPreset(parts, one)));
  }
  return new Registry("algorithm", entries, algorithmIds);
}
