// Texts that a model writes in worlds: every row has a copy of the world and of its rewards; rows of a group are asked the same
// question, and answer it by chances of their own.

import type { TrainingContext } from "../../core/algorithm.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { RewardMemory } from "../../core/reward-memory.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { type ChoiceOptions, tokenChooser } from "../../nn/models/token-choice.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { accumulator } from "../../play/accumulator.ts";
import { type GenerationHook, GenerationSteps } from "./generation-hook.ts";

/** A batch of written texts with their outcomes, row by row. Group g has rows g·group … (g + 1)·group − 1. */
export interface Completions {
  readonly rows: number;
  readonly group: number;
  readonly context: number;
  /** [rows × context] characters of the whole text, 0 after its end. */
  readonly tokens: Int32Array;
  /** [rows × context] 1 where the model wrote the character, 0 where the world did. */
  readonly written: Uint8Array;
  /** [rows × context] how often the world had answered before: 0 in the first turn. */
  readonly turns: Uint8Array;
  /** [rows × context] logarithm of the probability with which the model wrote it. */
  readonly logProbabilities: Float32Array;
  /** [rows × context] of what it was drawn from, in nats. */
  readonly entropies: Float32Array;
  /** [rows × context] what the step that wrote the character paid. */
  readonly pay: Float64Array;
  /** What the further rewards would have paid for it, [rows × context] each. */
  readonly further: readonly Float64Array[];
  /** [rows] characters of the whole text. */
  readonly lengths: Int32Array;
  /** [rows] what the objective makes of the episode's steps. */
  readonly objective: Float64Array;
  /** [rows × channels] each channel's sum over the episode. */
  readonly outcomes: Float64Array;
}

export function emptyRollouts(
  rows: number,
  group: number,
  context: number,
  channels: number,
  further = 0,
): Completions {
  const places = rows * context;
  return {
    rows,
    group,
    context,
    tokens: new Int32Array(places),
    written: new Uint8Array(places),
    turns: new Uint8Array(places),
    logProbabilities: new Float32Array(places),
    entropies: new Float32Array(places),
    pay: new Float64Array(places),
    further: Array.from({ length: further }, () => new Float64Array(places)),
    lengths: new Int32Array(rows),
    objective: new Float64Array(rows),
    outcomes: new Float64Array(rows * channels),
  };
}

type Tables = Int32Array | Uint8Array | Float32Array | Float64Array;

/** Copies group `from` of one batch over group `to` of another of the same sizes. */
export function copyGroup(texts: Completions, from: number, into: Completions, to: number): void {
  const { group, context, outcomes, rows } = texts;
  const channels = outcomes.length / rows;
  const copy = (source: Tables, target: Tables, each: number) =>
    target.set(source.subarray(from * group * each, (from + 1) * group * each), to * group * each);
  for (const name of ["tokens", "written", "turns", "logProbabilities", "entropies", "pay"] as const)
    copy(texts[name], into[name], context);
  for (const [k, pay] of texts.further.entries()) copy(pay, into.further[k], context);
  copy(texts.lengths, into.lengths, 1);
  copy(texts.objective, into.objective, 1);
  copy(texts.outcomes, into.outcomes, channels);
}

export interface WriterOptions extends ChoiceOptions {
  /** Questions, and answers to each. */
  readonly groups: number;
  readonly group: number;
  /** The world of each row; rows of a group must ask the same. Default copies of the context's. */
  readonly worlds?: ((row: number) => NumericEnvironment) | undefined;
  /** Rewards that are computed beside the pay and not paid; default none. */
  readonly further?: readonly RewardPlan[] | undefined;
  /** Memory of rewards across episodes. */
  readonly memory?: RewardMemory | undefined;
  /** Told before each character is written what it is chosen by. */
  readonly watch?: GenerationHook | undefined;
}

/** Stream that resets the world of question `question`, for a batch with the stream `random`. */
export function questionStream(random: Random, question: number): Random {
  return random.stream("question", question);
}

/** Writers of `groups` questions, `group` answers each. */
export function textSampler(
  context: TrainingContext,
  model: LanguageModel,
  parameters: Parameters,
  { groups, group, worlds = context.makeEnvironment, further = [], memory, watch, ...choice }: WriterOptions,
) {
  const { spec } = context;
  const { context: room, vocabulary, width } = model;
  const C = spec.channels.length;
  const rows = groups * group;
  const promptReader = model.reader(parameters, groups);
  const reader = group === 1 ? promptReader : model.reader(parameters, rows);
  const rollouts = emptyRollouts(rows, group, room, C, further.length);
  const { tokens, written, turns, lengths } = rollouts;
  const choose = tokenChooser(vocabulary, choice);
  const first = new Float32Array(groups * vocabulary);
  const firstHidden = new Float32Array(groups * width);
  const observation = new Float32Array(spec.observationSize);
  /** Places that are observed: a world may have fewer than the model. */
  const sight = Math.min(room, observation.length);
  const action = new Float64Array(1);
  const pay = new Float64Array(1);
  const seats = Array.from({ length: rows }, (_, row) => ({
    environment: worlds(row),
    reward: context.makeReward(memory?.part("pay")),
    objective: context.makeObjective(memory?.part("objective")),
    further: further.map((plan, k) => plan(spec, memory?.part(k))),
    outcomes: new Float64Array(C),
    turn: 0,
    steps: 0,
    /** Characters that the reader has seen. */
    read: 0,
    running: true,
    rng: context.random,
    hand: context.random,
  }));

  const wanted = accumulator(context.objectiveOver ?? "sum", rows);
  const moments = watch && new GenerationSteps(model, parameters, reader, seats[0].environment);

  /** Takes over what the world has added to row `row`. */
  function look(row: number): void {
    seats[row].environment.observe(observation);
    let length = lengths[row];
    while (length < sight && observation[length] !== 0) {
      tokens[row * room + length] = observation[length];
      length += 1;
    }
    lengths[row] = length;
  }

  function begin(random: Random): void {
    const { logProbabilities, entropies, pay: paid, objective, outcomes } = rollouts;
    for (const table of [tokens, written, turns, logProbabilities, entropies]) table.fill(0);
    for (const table of [paid, ...rollouts.further, lengths, objective, outcomes]) table.fill(0);
    wanted.clear();
    for (const [row, seat] of seats.entries()) {
      seat.rng = questionStream(random, Math.floor(row / group));
      seat.environment.reset(seat.rng, seat.outcomes);
      seat.reward.reset(seat.outcomes);
      seat.objective.reset(seat.outcomes);
      for (const one of seat.further) one.reset(seat.outcomes);
      // From here on each row has luck of its own.
      seat.rng = random.stream("luck", row);
      seat.hand = random.stream("hand", row);
      seat.turn = 0;
      seat.steps = 0;
      seat.running = true;
      look(row);
      seat.read = lengths[row];
    }
  }

  /** Reads the questions once for all rows of a group. */
  function readQuestions(): void {
    promptReader.refresh();
    if (reader !== promptReader) reader.refresh();
    const next = new Int32Array(groups);
    for (let place = 0; place < room; place++) {
      let more = false;
      for (let g = 0; g < groups; g++) {
        const row = g * group;
        next[g] = place < lengths[row] ? tokens[row * room + place] : -1;
        if (next[g] >= 0) more = true;
      }
      if (!more) break;
      promptReader.read(next);
      for (let g = 0; g < groups; g++) {
        if (next[g] < 0) continue;
        first.set(promptReader.logits.subarray(g * vocabulary, (g + 1) * vocabulary), g * vocabulary);
        firstHidden.set(promptReader.hidden.subarray(g * width, (g + 1) * width), g * width);
      }
    }
    if (reader === promptReader) return;
    for (let row = 0; row < rows; row++) reader.copy(row, promptReader, Math.floor(row / group));
  }

  /** Tells who watches that row `row` is about to write by row `from` of the given logits. */
  function tell(row: number, logits: Float32Array, hidden: Float32Array, from: number): void {
    if (moments === undefined) return;
    const { turn, environment } = seats[row];
    const place = lengths[row];
    moments.stands(logits === first ? promptReader : reader, from);
    watch?.(
      Object.assign(moments, {
        row,
        place,
        turn,
        logits,
        hidden,
        world: environment,
        turnBegins: written[row * room + place - 1] === 0,
      }),
    );
  }

  /** Row `row` writes its next character by the given logits. */
  function act(row: number, logits: Float32Array, hidden: Float32Array, from: number): void {
    const seat = seats[row];
    tell(row, logits, hidden, from);
    const place = row * room + lengths[row];
    const { token, logProbability, entropy } = choose(logits, from, seat.hand);
    tokens[place] = token;
    written[place] = 1;
    turns[place] = seat.turn;
    rollouts.logProbabilities[place] = logProbability;
    rollouts.entropies[place] = entropy;
    lengths[row] += 1;
    action[0] = token;
    const status = seat.environment.step(action, seat.outcomes, seat.rng);
    seat.reward.pay(seat.outcomes, status, pay);
    rollouts.pay[place] = pay[0];
    for (let k = 0; k < seat.further.length; k++) {
      seat.further[k].pay(seat.outcomes, status, pay);
      rollouts.further[k][place] = pay[0];
    }
    seat.objective.pay(seat.outcomes, status, pay);
    seat.steps += 1;
    wanted.add(row, pay[0]);
    rollouts.objective[row] = wanted.value(row, seat.steps);
    for (let c = 0; c < C; c++) rollouts.outcomes[row * C + c] += seat.outcomes[c];
    const before = lengths[row];
    look(row);
    if (lengths[row] > before) seat.turn += 1;
    seat.running = status === Status.running;
  }

  return {
    /** Writes every row anew, with the parameters as they are now; the next writing overwrites the result. */
    write(random: Random): Completions {
      begin(random);
      moments?.refresh();
      readQuestions();
      for (let row = 0; row < rows; row++) act(row, first, firstHidden, Math.floor(row / group));
      const next = new Int32Array(rows);
      while (seats.some(({ running }) => running)) {
        for (const [row, seat] of seats.entries()) {
          next[row] = seat.running ? tokens[row * room + seat.read++] : -1;
        }
        reader.read(next);
        for (const [row, seat] of seats.entries()) {
          if (seat.running && seat.read === lengths[row]) act(row, reader.logits, reader.hidden, row);
        }
      }
      return rollouts;
    },
    close() {
      promptReader.close();
      if (reader !== promptReader) reader.close();
      moments?.close();
    },
  };
}
