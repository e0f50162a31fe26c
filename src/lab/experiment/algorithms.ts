// All learners that an experiment may name: those of src/algorithms, those of systems, and the text trainer with its text methods and
// callbacks. Only named ones are loaded.

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

/** The text trainer; its presets have names of their own. */
const TRAINER = "grpo";
/** Its method where none is named. */
const USUAL = "group-relative";
const trainer = { grpo: async () => await import("../../algorithms/text/grpo.ts") };

export const algorithmIds: readonly string[] = [...room.ids(), TRAINER, ...presets.ids(), ...learners.ids()];

type Chosen = (id: string) => boolean;
const everything: Chosen = () => true;

/** Loads the chosen text methods and callbacks, and those that chosen learners need. */
export async function textPartsAtHand(chosen: Chosen = everything): Promise<TextParts> {
  const needed = await methodsNeeded(chosen);
  return {
    methods: await atHand(methodLibrary, (id) => chosen(id) || needed.includes(id)),
    callbacks: await atHand(callbackLibrary, chosen),
  };
}

/** Returns the methods that chosen learners use implicitly. */
async function methodsNeeded(chosen: Chosen): Promise<string[]> {
  const named = await presets.all(chosen);
  const usual = named.length > 0 || chosen(TRAINER) ? [USUAL] : [];
  return [...named.map(({ method }) => method.use), ...usual];
}

/** Returns the names of parts that named learners use implicitly. */
export async function impliedParts(names: ReadonlySet<string>): Promise<string[]> {
  const methods = await methodsNeeded((id) => names.has(id));
  return methods.length === 0 ? [] : [TRAINER, ...methods];
}

/** Returns the chosen learners, which may name these methods and callbacks. */
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
