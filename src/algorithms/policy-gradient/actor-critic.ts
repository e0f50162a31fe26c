// A policy and value functions as two networks, for any form of actions, with a memory or without: what policy-gradient
// methods act with and differentiate. Actor and critics share no layers.

import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { orthogonal } from "../../nn/initialisers.ts";
import type { np } from "../../nn/jax.ts";
import { program } from "../../nn/kernels/program.ts";
import { choiceScorer } from "../../nn/models/choice-scorer.ts";
import type { Activation } from "../../nn/models/mlp.ts";
import { type Network, network as networkOf, type Past } from "../../nn/models/network.ts";
import type { CellKind } from "../../nn/models/recurrent.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { type ActionHeadOptions, actionHead } from "./action-head.ts";
import { type AuxiliaryOptions, auxiliaryHeads } from "./auxiliary-heads.ts";
import { choiceFields } from "./choice-fields.ts";

export interface ActorCriticOptions extends ActionHeadOptions {
  readonly hidden: readonly number[];
  readonly activation: Activation;
  readonly layerNorm?: boolean;
  /** Whether the actor scores choices one by one, by fields with a number for each; default no. */
  readonly perChoice?: boolean;
  /** Numbers that the critic sees: one observation, or those of all seats. */
  readonly criticInputs: number;
  /** Value functions, default 1. */
  readonly values?: number;
  /** A cell in actor and critic that remembers; default none. */
  readonly memory?: { readonly cell: CellKind; readonly units: number } | undefined;
  /** Whether a third network weighs the value functions in each state; default no. */
  readonly routed?: boolean;
  /** Tasks that the actor's first layers learn beside; default none. */
  readonly auxiliary?: AuxiliaryOptions | undefined;
}

/** A batch as losses see it. With a memory its rows are step-major: row t·sequences + s is step t of sequence s. */
export interface Seen {
  /** [batch × observationSize] */
  readonly observations: np.Array;
  /** [batch × criticInputs] */
  readonly critic: np.Array;
  /** [batch × encoding] */
  readonly actions: np.Array;
  /** Where there is a memory; its numbers are the actor's, then the critic's. */
  readonly past?: Past | undefined;
}

/** Log-probabilities and entropies [batch], values [batch × values], and what the router says of each value [batch × values]. */
export interface Judged {
  readonly logProbability: np.Array;
  readonly entropy: np.Array;
  readonly values: np.Array;
  readonly routes: np.Array | undefined;
}

/** Outputs of the networks for a batch of observations; overwritten by the next call. */
export interface Look {
  /** [batch × the head's outputs] */
  readonly heads: Float32Array;
  /** [batch × values] */
  readonly values: Float32Array;
  /** [batch × memorySize], after this step. */
  readonly memory: Float32Array;
}

/** An actor and a critic over one set of parameters. */
export type ActorCritic = ReturnType<typeof actorCritic>;

/** Builds and initialises the networks (orthogonal, gains √2, 0.01 for the policy's output and 1 for the value's). */
export function actorCritic(spec: NumericSpec, options: ActorCriticOptions, random: Random) {
  const { hidden, activation, layerNorm = false, criticInputs, values = 1, memory } = options;
  const O = spec.observationSize;
  const head = actionHead(spec, options);
  const common = { hidden, activation, layerNorm, memory };
  const outputInitialiser = orthogonal(0.01);
  const actor =
    options.perChoice === true
      ? choiceScorer({ name: "actor", hidden, activation, ...choiceFields(spec), outputInitialiser })
      : networkOf({ ...common, name: "actor", inputs: O, outputs: head.outputs, outputInitialiser });
  const critic = networkOf({ ...common, name: "critic", inputs: criticInputs, outputs: values });
  const router =
    options.routed === true
      ? networkOf({ name: "router", inputs: O, hidden: [64], outputs: values, outputInitialiser })
      : undefined;
  const spread = head.spread === undefined ? [] : [head.spread.shape];
  const auxiliary = options.auxiliary === undefined ? undefined : auxiliaryHeads(actor, O, options.auxiliary);
  const beside = [...spread, ...(router?.shapes ?? []), ...(auxiliary?.shapes ?? [])];
  const parameters = new Parameters([...actor.shapes, ...critic.shapes, ...beside]);
  const places = [0, actor.shapes.length, actor.shapes.length + critic.shapes.length];
  const after = places[2] + spread.length;
  const last = after + (router?.shapes.length ?? 0);
  actor.initialise(parameters, 0, random);
  critic.initialise(parameters, places[1], random);
  router?.initialise(parameters, after, random);
  auxiliary?.initialise(parameters, last, random);
  const spreads = head.spread === undefined ? undefined : parameters.view(places[2]);
  spreads?.fill(head.spread?.first ?? 0);
  const [actorMemory, criticMemory] = [actor.memorySize, critic.memorySize];
  const memorySize = actorMemory + criticMemory;
  const looks = new Map<number, Looking>();

  return {
    parameters,
    /** Networks of one form and the same shapes judge alike. */
    form: [head, actor, critic, router, auxiliary]
      .flatMap((part) => (part === undefined ? [] : [part.form]))
      .join(", "),
    head,
    /** The policy's network; its tensors are the first of `parameters`. */
    actor,
    observationSize: O,
    /** Numbers that the critic sees. */
    criticInputs,
    /** Value functions. */
    values,
    /** Whether a third network weighs the value functions; its tensors come after the spread. */
    routed: router !== undefined,
    /** Tasks beside, whose tensors are the last of `parameters`; undefined for none. */
    auxiliary,
    /** Their part of a loss of all `weights`; consumes the data and their own tensors. */
    judgeBeside: (weights: Weights, data: readonly np.Array[]) => auxiliary?.judge(weights, weights.slice(last), data),
    /** Numbers that both networks remember, 0 for none. */
    memorySize,
    /** The head's spread as it is now. */
    spread: spreads,
    /** For losses; consumes the batch and all weights but those of tasks beside. */
    judge(weights: Weights, { observations, critic: forCritic, actions, past }: Seen): Judged {
      const pasts = past === undefined ? [undefined, undefined] : divided(past, actorMemory, memorySize);
      const routes = router?.unroll(weights.slice(after, last), observations.ref);
      const outputs = actor.unroll(weights.slice(0, places[1]), observations, pasts[0]);
      const judged = head.judge(outputs, spreads === undefined ? undefined : weights[places[2]], actions);
      return { ...judged, values: critic.unroll(weights.slice(places[1], places[2]), forCritic, pasts[1]), routes };
    },
    /** One step of `batch` rows, with `memory` [batch × memorySize] from before it. */
    look(observations: Float32Array, forCritic: Float32Array, held: Float32Array, batch: number): Look {
      let looking = looks.get(batch);
      if (looking === undefined) {
        looking = lookingAt(actor, critic, [O, criticInputs], batch);
        looking.weigh(parameters.views());
        looks.set(batch, looking);
      }
      return looking.look(observations, forCritic, held);
    },
    /** Must be called after the parameters changed. */
    refresh() {
      for (const looking of looks.values()) looking.weigh(parameters.views());
    },
    close() {
      for (const looking of looks.values()) looking.close();
      looks.clear();
    },
  };
}

/** The actor's and the critic's part of a past; consumes it. */
function divided({ memory, keep, steps }: Past, actorMemory: number, memorySize: number): [Past, Past] {
  return [
    { memory: memory.ref.slice([], [0, actorMemory]), keep: keep.ref, steps },
    { memory: memory.slice([], [actorMemory, memorySize]), keep, steps },
  ];
}

/** Both networks compiled for one size of batch. */
type Looking = ReturnType<typeof lookingAt>;

function lookingAt(actor: Network, critic: Network, inputs: readonly [number, number], batch: number) {
  const all = actor.memorySize + critic.memorySize;
  const memory = new Float32Array(batch * all);
  const own = compiledStep(actor, inputs[0], batch);
  const others = compiledStep(critic, inputs[1], batch);
  /** Runs one of the two on its columns of the memory, from `at`. */
  const run = (step: CompiledStep, x: Float32Array, held: Float32Array, at: number, size: number): Float32Array => {
    step.input.set(x);
    copyColumns(held, all, at, step.remembered, size, 0, size);
    const [output, next] = step.run();
    if (next !== undefined) copyColumns(next, size, 0, memory, all, at, size);
    return output;
  };
  return {
    weigh(views: readonly Float32Array[]) {
      own.weigh(views);
      others.weigh(views.slice(actor.shapes.length));
    },
    look: (observations: Float32Array, forCritic: Float32Array, held: Float32Array): Look => ({
      heads: run(own, observations, held, 0, actor.memorySize),
      values: run(others, forCritic, held, actor.memorySize, critic.memorySize),
      memory,
    }),
    close() {
      own.close();
      others.close();
    },
  };
}

/** Copies `width` columns of every row of a table into another of as many rows; nothing where the width is 0. */
function copyColumns(
  source: Float32Array,
  sourceWidth: number,
  sourceAt: number,
  target: Float32Array,
  targetWidth: number,
  targetAt: number,
  width: number,
): void {
  if (width === 0) return;
  for (let from = sourceAt, to = targetAt; from < source.length; from += sourceWidth, to += targetWidth) {
    for (let k = 0; k < width; k++) target[to + k] = source[from + k];
  }
}

/** One step of a network, compiled for a batch. */
export type CompiledStep = ReturnType<typeof compiledStep>;

export function compiledStep(net: Network, inputs: number, batch: number) {
  const count = net.shapes.length;
  const { memorySize } = net;
  const remembers = memorySize > 0;
  const compiled = program(
    (...arrays) => {
      const { output, memory } = net.step(arrays.slice(0, count), arrays[count], arrays[count + 1]);
      return memory === undefined ? [output] : [output, memory];
    },
    [...net.shapes.map(({ shape }) => shape), [batch, inputs], ...(remembers ? [[batch, memorySize]] : [])],
    `step of a ${net.form}`,
  );
  return {
    /** [batch × inputs] */
    input: compiled.inputs[count],
    /** [batch × memorySize], empty where there is none. */
    remembered: remembers ? compiled.inputs[count + 1] : new Float32Array(0),
    /** Takes the network's tensors, the first of `views`. */
    weigh(views: readonly Float32Array[]) {
      for (let k = 0; k < count; k++) compiled.inputs[k].set(views[k]);
    },
    /** Outputs, then the next memory where there is one. */
    run: compiled.run,
    close: compiled.close,
  };
}
