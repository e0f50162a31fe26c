// `agon play`: a person plays a world at the terminal, alone or against agents in the other seats.

import { createInterface } from "node:readline";
import { checked } from "../core/checked.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { type Alphabet, textIn } from "../core/text.ts";
import { words } from "../evaluation/number-format.ts";
import { refuseExample } from "../lab/examples/examples.ts";
import { parametersOf, yamlValue } from "../lab/experiment/assignment.ts";
import { loadCatalogue } from "../lab/experiment/catalogue.ts";
import { declaredParts } from "../lab/experiment/declared-parts.ts";
import { descriptionSchema } from "../lab/experiment/description.ts";
import { seatNamed } from "../lab/experiment/seats.ts";
import { prepared, type Setting } from "../lab/experiment/setting.ts";
import { type GameResult, type SeatedGame, seatGame } from "../lab/play/game.ts";
import { gameSteps } from "../lab/play/game-steps.ts";
import { keepGame } from "../lab/play/kept-games.ts";
import { deedsOf } from "../lab/play/moves.ts";
import { paidSetting } from "../lab/play/paid-setting.ts";
import { Left } from "../lab/play/person.ts";
import type { Flags } from "./commands.ts";
import { answer, note, number, print, style, table } from "./output.ts";
import { type Talk, terminalFace } from "./person.ts";
import { place } from "./place.ts";

/** Plays one episode and prints the result, also where the person leaves before its end. */
export async function play(id: string, flags: Flags<"play">): Promise<number> {
  const agents = yamlValue(flags.against);
  const parameters = parametersOf(flags.set);
  const world = { id, ...(typeof parameters === "object" ? parameters : {}) };
  const reward = flags.reward === undefined ? "private" : yamlValue(flags.reward);
  const description = checked(descriptionSchema, { environment: world, agents, reward });
  const objective = flags.objective === undefined ? undefined : yamlValue(flags.objective);
  const here = place(flags.store);
  const parts = await loadCatalogue(process.cwd(), declaredParts(description, objective), here.onNotice);
  if (!parts.environments.has(id)) refuseExample(id, "a world");
  const ready = await prepared(description, parts, here);
  const chosen = flags.reward !== undefined;
  const { setting, paid, description: paidAs } = paidSetting(ready, { objective, chosen }, parts);
  if (paid !== undefined) note(`agon: the world has no payoff, and ${paid} is paid; --reward says what else`);
  const { spec } = setting;
  const seat = flags.seat === undefined ? 0 : seatNamed(flags.seat, spec, ["--seat"]);
  const { directory } = parts;
  const plan: SeatedGame = { setting, seat, seed: flags.seed, directory, path: ["--against"] };
  const game = seatGame(plan);
  const kept = gameSteps(setting);
  const { environment } = game;
  const say = flags.json ? note : print;
  say(style("bold", setting.about));
  const views = Object.keys(environment.texts ?? {});
  if (views.length > 0) say(style("dim", `${views.map((view) => `:${view}`).join(" ")} shows more`));
  if (spec.documentEnd !== undefined && spec.documentEnd !== "")
    say(style("dim", "a line with nothing but . ends what you write"));
  const talk = conversation(say);
  let result: GameResult;
  try {
    result = await game.play(terminalFace(environment, seat, talk), (step) => {
      const { actions, pay } = step;
      kept.add(step);
      if (spec.alphabet === undefined) say(describeStep(setting, actions, pay));
    });
  } finally {
    talk.close();
  }
  if (spec.alphabet !== undefined && spec.agents.length === 1) say(whole(environment, spec.alphabet));
  const { steps, over, failure } = result;
  const isWanted = objective !== undefined;
  const results = result.agents.map(({ agent, pay, objective: wanted, outcomes }) => ({
    ...{ agent, pay, outcomes },
    ...(isWanted ? { objective: wanted } : {}),
  }));
  const made = {
    game: plan,
    title: id,
    description: { ...description, reward: paidAs.reward },
    objective,
    seeds: null,
  };
  const saved = flags.save && steps > 0 ? keepGame(flags.store, { made, result, steps: kept }) : undefined;
  return answer(flags, { environment: id, seed: flags.seed, steps, over, failure, saved, agents: results }, () => {
    if (failure !== undefined) print("", `broken off: ${failure}`);
    if (steps > 0) print(...ending(setting, results, steps, over));
    if (saved !== undefined) print("", `saved as ${saved}; agon view replays it under Play`);
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

/** Describes what each agent did in a step, and its reward. */
function describeStep({ spec }: Setting, actions: Float64Array, pay: Float64Array): string {
  const deeds = deedsOf(spec, actions);
  return spec.labels.map((label, i) => `${label} ${style("bold", deeds[i])}, paid ${number(pay[i])}`).join("; ");
}

/** Returns the whole text of the world. */
function whole(environment: NumericEnvironment, alphabet: Alphabet): string {
  const observation = new Float32Array(environment.spec.observationSize);
  environment.observe(observation);
  return `\n${style("bold", textIn(observation, alphabet))}`;
}

/** Describes the result of the episode, or of the part that was played. */
function ending(
  { spec, objective: { name: wanted, unit: wantedUnit } }: Setting,
  results: readonly {
    readonly pay: number;
    readonly objective?: number;
    readonly outcomes: Readonly<Record<string, number>>;
  }[],
  steps: number,
  over: boolean,
): string[] {
  const rows = spec.channels.map(({ name, unit, over: how }) => [
    words(name),
    `${unit}, ${how}`,
    ...results.map(({ outcomes }) => number(outcomes[name])),
  ]);
  const isWanted = results.some(({ objective }) => objective !== undefined);
  const values = results.map(({ objective }) => number(objective ?? null));
  const objectives = isWanted ? [[`wanted: ${words(wanted)}`, wantedUnit, ...values]] : [];
  return [
    "",
    `${over ? "over" : "left"} after ${steps} ${steps === 1 ? "step" : "steps"}`,
    "",
    table(
      ["channel", "unit", ...spec.labels],
      [["pay", "reward, sum", ...results.map(({ pay }) => number(pay))], ...objectives, ...rows],
      2,
    ),
  ];
}
