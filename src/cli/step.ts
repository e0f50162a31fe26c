// `agon step`: controls a world by JSON Lines on standard input and output, so that programs in any language can play it.

import { createInterface } from "node:readline";
import { z } from "zod";
import { checked } from "../core/checked.ts";
import { retold, UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { ready } from "../core/registry.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { parametersOf, yamlValue } from "../lab/experiment/assignment.ts";
import { loadCatalogue } from "../lab/experiment/catalogue.ts";
import { declaredParts } from "../lab/experiment/declared-parts.ts";
import { exampleActions, type MessageEnvironment, withMessages } from "../play/messages.ts";
import { rewardPlan } from "../rewards/declaration.ts";
import { rewardDeclaration } from "../rewards/forms.ts";
import type { Flags } from "./commands.ts";
import { printJson } from "./output.ts";
import { place } from "./place.ts";

const resetSchema = z.strictObject({ seed: z.int().min(0).optional() });

/** Reads `{"actions":{…}}` or `{"reset":{"seed":n}}` lines until the input ends. */
export async function step(id: string, flags: Flags<"step">): Promise<number> {
  const reward = checked(rewardDeclaration, yamlValue(flags.reward), ["reward"]);
  const mentions = declaredParts({ environment: { id }, reward });
  const parts = await loadCatalogue(process.cwd(), mentions, place().onNotice);
  if (!parts.environments.has(id)) refuseExample(id, "a world");
  const entry = parts.environments.get(id);
  const environment = entry.make(await ready(entry, parametersOf(flags.set), place()));
  const world = withMessages(environment, rewardPlan(reward, parts.rewards)(environment.spec));
  printJson(world.reset(flags.seed));
  try {
    await answerLines(world, flags.seed, exampleActions(environment.spec));
  } finally {
    // After an invalid line the writer may keep the pipe open; that must not keep this process running.
    process.stdin.destroy();
  }
  return 0;
}

async function answerLines(world: MessageEnvironment, seed: number, example: string): Promise<void> {
  let line = 0;
  for await (const text of createInterface({ input: process.stdin })) {
    line += 1;
    if (text.trim() === "") continue;
    try {
      const message = parsed(text, example);
      printJson(
        "reset" in message ? world.reset(seedOf(message.reset, seed)) : world.step(actionsOf(message, example)),
      );
    } catch (error) {
      throw retold(error, (problem) => ({ ...problem, where: `standard input:${line}` }));
    }
  }
}

/** Parses a line; `example` shows actions that this world allows, for messages. */
function parsed(text: string, example: string): object {
  const message = jsonIn(text);
  if (message === undefined) {
    const what = `${JSON.stringify(text.slice(0, 60))} is not JSON`;
    throw new UserError({ code: "not-json", what, hint: example });
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw new UserError({ code: "not-a-message", what: "the line holds no JSON object", hint: example });
  }
  return message;
}

function actionsOf(message: object, example: string): unknown {
  if (!("actions" in message)) {
    const keys = Object.keys(message).map((key) => `"${key}"`);
    const what = `the line has ${keys.join(", ") || "nothing"} and no "actions"`;
    const hint = `${example}, or {"reset":{"seed":1}}`;
    throw new UserError({ code: "not-a-message", what, hint });
  }
  return message.actions;
}

function seedOf(reset: unknown, otherwise: number): number {
  const given = checked(resetSchema, reset ?? {}, ["reset"]);
  return given.seed ?? otherwise;
}
