// `agon play`: a person plays a world at the terminal, alone or against agents in the other seats.

import { createInterface } from "node:readline";
import { checked } from "../core/checked.ts";
import { choiceOf, type NumericEnvironment } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { type Alphabet, textIn } from "../core/text.ts";
import { words } from "../evaluation/number-format.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { parametersOf, yamlValue } from "../lab/experiment/assignment.ts";
import { type Catalogue, loadCatalogue } from "../lab/experiment/catalogue.ts";
import { declaredParts } from "../lab/experiment/declared-parts.ts";
import { type Description, descriptionSchema } from "../lab/experiment/description.ts";
import { seatIn, seatNamed } from "../lab/experiment/seats.ts";
import { prepared, type Setting, settingOf } from "../lab/experiment/setting.ts";
import { outcomeSums } from "../play/accumulator.ts";
import { episodeRunner } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsOf } from "../play/streams.ts";
import type { Flags } from "./commands.ts";
import { answer, note, number, print, style, table } from "./output.ts";
import { Left, person, type Talk } from "./person.ts";
import { place } from "./place.ts";

/** Plays one episode and prints the result, also where the person leaves before its end. */
export async function play(id: string, flags: Flags<"play">): Promise<number> {
  const agents = yamlValue(flags.against);
  const parameters = parametersOf(flags.set);
  const world = { id, ...(typeof parameters === "object" ? parameters : {}) };
  const reward = flags.reward === undefined ? "private" : yamlValue(flags.reward);
  const description = checked(descriptionSchema, { environment: world, agents, reward });
  const parts = await loadCatalogue(process.cwd(), declaredParts(description), place().onNotice);
  if (!parts.environments.has(id)) refuseExample(id, "a world");
  const ready = await prepared(description, parts, place());
  const setting = flags.reward === undefined ? paidSetting(ready, parts) : settingOf(ready, undefined, parts);
  const { spec } = setting;
  const seat = flags.seat === undefined ? 0 : seatNamed(flags.seat, spec, ["--seat"]);
  const environment = setting.makeEnvironment();
  environment.asker?.connect({ directory: parts.directory });
  const runner = episodeRunner(environment, [setting.reward]);
  const sums = outcomeSums(spec);
  const say = flags.json ? note : print;
  say(style("bold", setting.about));
  const views = Object.keys(environment.texts ?? {});
  if (views.length > 0) say(style("dim", `${views.map((view) => `:${view}`).join(" ")} shows more`));
  if (spec.documentEnd !== undefined && spec.documentEnd !== "")
    say(style("dim", "a line with nothing but . ends what you write"));
  const talk = conversation(say);
  const players = setting.agents.map((policy, k) => {
    if (k === seat) return person(environment, seat, talk);
    if (policy.kind === "algorithm") throw untrained(policy.policy);
    return policy.plan(seatIn(setting, { seat: k, directory: parts.directory }));
  });
  let over = false;
  try {
    await runner.playAsync(seated(spec, players), streamsOf(flags.seed, 0), ({ actions, outcomes, pay: [pay] }) => {
      sums.add(outcomes);
      if (spec.alphabet === undefined) say(describeStep(setting, actions, pay));
    });
    over = true;
  } catch (error) {
    if (!(error instanceof Left)) throw error;
  } finally {
    talk.close();
    for (const player of players) await player.close?.();
  }
  if (spec.alphabet !== undefined && spec.agents.length === 1) say(whole(environment, spec.alphabet));
  const { steps, totals } = runner.episode;
  const [paid] = totals;
  const results = spec.agents.map((agent, i) => ({
    agent,
    pay: paid[i],
    outcomes: Object.fromEntries(spec.channels.map(({ name }, c) => [name, sums.value(c, i, steps)])),
  }));
  return answer(flags, { environment: id, seed: flags.seed, steps, over, agents: results }, () => {
    if (steps > 0) print(...ending(setting, results, steps, over));
  });
}

interface Conversation extends Talk {
  close(): void;
}

/** Reads lines from standard input. In a terminal a mistake may be corrected; in a pipe it is an error. */
function conversation(say: (line: string) => void): Conversation {
  const patient = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, ...(patient && { output: process.stderr }) });
  const typed = lines[Symbol.asyncIterator]();
  let line = 0;
  return {
    say,
    patient,
    where: () => `standard input:${line}`,
    async ask(prompt) {
      if (patient) {
        lines.setPrompt(prompt);
        lines.prompt();
      }
      const next = await typed.next();
      if (next.done === true) throw new Left();
      line += 1;
      return next.value;
    },
    close() {
      lines.close();
      process.stdin.destroy();
    },
  };
}

function untrained(policy: string): UserError {
  const what = `${policy} is an algorithm, and has learnt nothing here`;
  const hint = "name an agent that is ready to play, as `agon list agents` shows them";
  return new UserError({ code: "untrained", what, path: ["--against"], hint });
}

/** The setting, paid by payoffs, or in a world without them by its first channel, which is said. */
function paidSetting(description: Description, parts: Catalogue): Setting {
  try {
    return settingOf(description, undefined, parts);
  } catch (error) {
    const lacksPayoff = error instanceof UserError && error.problems.some(({ code }) => code === "missing-channel");
    if (!lacksPayoff) throw error;
    const { id, ...parameters } = description.environment;
    const [{ name }] = parts.environments.get(String(id)).make(parameters).spec.channels;
    note(`agon: the world has no payoff, and ${name} is paid; --reward says what else`);
    return settingOf({ ...description, reward: { channel: name } }, undefined, parts);
  }
}

/** Describes what each agent did in a step, and its reward. */
function describeStep({ spec }: Setting, actions: Float64Array, pay: Float64Array): string {
  const { actionSize: size, choiceNames: names } = spec;
  const worded = (value: number): string =>
    names === undefined ? number(value) : names[choiceOf(value, names.length)];
  return spec.labels
    .map((label, i) => {
      const own = [...actions.subarray(i * size, (i + 1) * size)].map(worded).join(" ");
      return `${label} ${style("bold", own)}, paid ${number(pay[i])}`;
    })
    .join("; ");
}

/** Returns the whole text of the world. */
function whole(environment: NumericEnvironment, alphabet: Alphabet): string {
  const observation = new Float32Array(environment.spec.observationSize);
  environment.observe(observation);
  return `\n${style("bold", textIn(observation, alphabet))}`;
}

/** Describes the result of the episode, or of the part that was played. */
function ending(
  { spec }: Setting,
  results: readonly { readonly pay: number; readonly outcomes: Readonly<Record<string, number>> }[],
  steps: number,
  over: boolean,
): string[] {
  const rows = spec.channels.map(({ name, unit, over: how }) => [
    words(name),
    `${unit}, ${how}`,
    ...results.map(({ outcomes }) => number(outcomes[name])),
  ]);
  return [
    "",
    `${over ? "over" : "left"} after ${steps} ${steps === 1 ? "step" : "steps"}`,
    "",
    table(
      ["channel", "unit", ...spec.labels],
      [["pay", "reward, sum", ...results.map(({ pay }) => number(pay))], ...rows],
      2,
    ),
  ];
}
