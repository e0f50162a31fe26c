// An environment behind an address as a reward of texts: the prompt is what a reset with a seed shows, an answer is the action of a step, or
// several with a mark between, and its score is the sum of the rewards of their steps.

import {
  actionSchemaOf,
  type EnvironmentSession,
  isRefusal,
  openSession,
  shownAddress,
} from "../../clients/openenv-session.ts";
import { isMap, listed, ownValue } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { dataAsText } from "../../core/template.ts";
import type { TextReward } from "../../feedback/text-rewards/text-reward.ts";

/** The mark between actions of an answer. */
export const NEXT_ACTION = "\n--- next action ---\n";
/** Steps of an episode, at most. */
const MOST_STEPS = 32;

/** The column of a task's seed. */
export const SEED = "seed";

export interface EnvironmentOptions {
  /** Key of the observation that holds the prompt, where several do. */
  readonly prompt?: string | undefined;
  /** Key of the action that takes the answer, where several could. */
  readonly action?: string | undefined;
  /** Seconds that an answer of the server may take. */
  readonly seconds: number;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** A reward that says what it asks. */
export interface EnvironmentReward extends TextReward {
  /** What a reset with this seed shows. Throws a UserError where the observation has no text, or several. */
  promptOf(seed: number, signal?: AbortSignal): Promise<string>;
  /** Whether an episode goes on behind a first action. */
  goesOn(seed: number, signal?: AbortSignal): Promise<boolean>;
}

/** Whether a text is the address of an environment. */
export const isEnvironment = (text: string): boolean => /^https?:\/\/./.test(text) && URL.canParse(text);

/** Opens an environment. Throws a UserError where there is none, or its action takes no text. */
export async function openEnvironment(id: string, options: EnvironmentOptions): Promise<EnvironmentReward> {
  const { seconds, onNotice } = options;
  const address = shownAddress(id);
  const schema = await actionSchemaOf(id, seconds);
  const key = actionKey(schema, address, options.action);
  let session: EnvironmentSession | undefined = await openSession(id, seconds);
  let isTold = false;
  /** Runs a request, and leaves the session where it failed: the next request opens another. */
  const within = async <T>(work: (open: EnvironmentSession) => Promise<T>): Promise<T> => {
    session ??= await openSession(id, seconds);
    try {
      return await work(session);
    } catch (error) {
      session?.close();
      session = undefined;
      throw error;
    }
  };
  const promptOf = async (seed: number, signal?: AbortSignal): Promise<string> => {
    const { observation } = await within((open) => open.reset(seed, signal));
    return promptIn(observation, address, options.prompt);
  };
  const scoreOf = async (prompt: string, completion: string, seed: unknown, signal?: AbortSignal) => {
    if (typeof seed !== "number" || !Number.isInteger(seed))
      throw new UserError({ code: "no-seed", what: `${address} begins a task by a seed, and this one has none` });
    if ((await promptOf(seed, signal)) !== prompt) {
      const what = `${address} shows another prompt at a second reset with seed ${seed}`;
      throw new UserError({ code: "unseeded", what, hint: "a task is known by its seed: let reset keep to it" });
    }
    const actions = completion.split(NEXT_ACTION);
    let sum: number | null = null;
    for (let step = 0; step < MOST_STEPS; step++) {
      // The last action is taken again and again until the episode ends.
      const action = actionOf(actions[Math.min(step, actions.length - 1)], key, schema);
      const reply = await within((open) => open.step(action, signal));
      if (isRefusal(reply)) {
        if (!isTold) onNotice?.(`${address} refuses some actions, behind which nothing is scored: ${reply.message}`);
        isTold = true;
        return sum;
      }
      if (reply.reward !== null) sum = (sum ?? 0) + reply.reward;
      if (reply.done) return sum;
    }
    return sum;
  };
  return {
    id,
    promptOf,
    async goesOn(seed, signal) {
      await promptOf(seed, signal);
      const reply = await within((open) => open.step({ [key]: "0" }, signal));
      return !isRefusal(reply) && !reply.done;
    },
    async score(texts, signal) {
      const scores: (number | null)[] = [];
      for (const { prompt, completion, fields } of texts)
        scores.push(await scoreOf(prompt, completion, ownValue(fields, SEED), signal));
      return scores;
    },
    async close() {
      session?.close();
    },
  };
}

/** An action of a text: the text under its key, or an action as JSON, as calls of tools are. */
function actionOf(
  text: string,
  key: string,
  { properties }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const said = text.trim().startsWith("{") ? jsonIn(text) : undefined;
  const isAction =
    isMap(said) &&
    isMap(properties) &&
    typeof said[key] === "string" &&
    Object.keys(said).every((own) => own in properties);
  return isAction ? said : { [key]: text };
}

/** The key of an action that takes a text: the named one, the only required one, or the only one. */
function actionKey(schema: Readonly<Record<string, unknown>>, address: string, named: string | undefined): string {
  const properties = isMap(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const texts = Object.keys(properties).filter((key) => key !== "metadata" && takesText(properties[key]));
  const needed = texts.filter((key) => required.includes(key));
  return theOne(needed.length === 1 ? needed : texts, Object.keys(properties), named, {
    none: `an action of ${address} takes no text`,
    several: `an action of ${address} takes several texts`,
    hint: (key) => `--columns action=${key} says which of them is the answer`,
  });
}

/** Whether a JSON Schema allows a text. */
function takesText(schema: unknown): boolean {
  if (!isMap(schema)) return false;
  const { type, anyOf } = schema;
  if (type === "string" || (Array.isArray(type) && type.includes("string"))) return true;
  return Array.isArray(anyOf) && anyOf.some(takesText);
}

/** The prompt of an observation: its only text, or the named part, as JSON where that is none. */
function promptIn(observation: Readonly<Record<string, unknown>>, address: string, named: string | undefined): string {
  const texts = Object.keys(observation).filter((key) => {
    const value = observation[key];
    return typeof value === "string" && value.trim() !== "";
  });
  const key = theOne(texts, Object.keys(observation), named, {
    none: `what ${address} shows at a reset has no text`,
    several: `what ${address} shows at a reset has several texts`,
    hint: (one) => `--columns prompt=${one} says which of them is the prompt`,
  });
  return dataAsText(observation[key]);
}

/** The key that is meant. Throws a UserError where none or several are, or where there is none of that name. */
function theOne(
  keys: readonly string[],
  all: readonly string[],
  named: string | undefined,
  { none, several, hint }: { readonly none: string; readonly several: string; readonly hint: (key: string) => string },
): string {
  const there = all.length === 0 ? "it has no key" : `it has ${listed(all)}`;
  if (named !== undefined) {
    if (all.includes(named)) return named;
    throw new UserError({ code: "unknown-key", what: `${none} under the key ${named}`, hint: there });
  }
  if (keys.length === 1) return keys[0];
  if (keys.length === 0) throw new UserError({ code: "no-text", what: none, hint: there });
  throw new UserError({ code: "several-texts", what: `${several}: ${listed(keys)}`, hint: hint(keys[0]) });
}
