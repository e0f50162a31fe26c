// Texts by somebody who knows the task: a reference player of the world writes them, and a model is shown them before it is
// paid for anything.

import type { TrainingContext } from "../../core/algorithm.ts";
import { type NumericSpec, type Oracle, Status } from "../../core/environment.ts";
import { type Problem, UserError, unknownName } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";

/** Whole texts, [texts × room] each. */
export interface Demonstrations {
  readonly tokens: Int32Array;
  /** 1 where the demonstrator wrote the character, 0 where the world did. */
  readonly written: Uint8Array;
}

/**
 * Draws batches of `texts` demonstrations by the world's oracle `name`, in tables of `room` places a text, default as many as the
 * world has; a batch overwrites the one before.
 */
export function demonstrations(
  { spec, makeEnvironment }: Pick<TrainingContext, "spec" | "makeEnvironment">,
  name: string,
  texts: number,
  room = spec.observationSize,
): (random: Random) => Demonstrations {
  const environment = makeEnvironment();
  const agent = demonstratorOf(spec, name).play(0);
  const tokens = new Int32Array(texts * room);
  const written = new Uint8Array(texts * room);
  const observation = new Float32Array(spec.observationSize);
  const outcomes = new Float64Array(spec.channels.length);
  const action = new Float64Array(1);
  return (random) => {
    tokens.fill(0);
    written.fill(0);
    for (let text = 0; text < texts; text++) {
      const rng = random.stream("demonstration", text);
      environment.reset(rng, outcomes);
      agent.reset(rng.stream("demonstrator"));
      environment.observe(observation);
      for (let status: Status = Status.running; status === Status.running; ) {
        const end = observation.indexOf(0);
        agent.act(observation, action);
        status = environment.step(action, outcomes, rng);
        if (action[0] > 0 && end >= 0) written[text * room + end] = 1;
        environment.observe(observation);
      }
      tokens.set(observation, text * room);
    }
    return { tokens, written };
  };
}

/** The oracle, or a UserError that names those there are. */
export function demonstratorOf(spec: NumericSpec, name: string): Oracle {
  const oracle = spec.oracles?.[name];
  if (oracle !== undefined) return oracle;
  const problem: Problem = unknownName("oracle of this world", name, Object.keys(spec.oracles ?? {}));
  throw new UserError({ ...problem, path: ["sft", "from"] });
}
