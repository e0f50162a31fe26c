// An analyst of journeys: it stores the journeys whose end it observes, fits a model to them when the first other one comes, and has the model
// say of each of the others how likely a purchase is and what of it each channel caused.

import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type JourneyModel, type Journeys, withoutChannel } from "../../mechanisms/attribution/journeys.ts";

/** A fitted model of attribution. */
export interface JourneyVerdict {
  /** P(purchase) of one journey, which is the only one of `journey`. */
  chance(journey: Journeys): number;
  /** Writes what each channel caused of the purchase, if there was one, [channels]. Zeros stand there. */
  credit(journey: Journeys, credit: Float64Array): void;
  /** Frees what it holds. */
  close?(): void;
}

/** Fits to journeys, at least one. */
export type FitJourneys = (journeys: Journeys, random: Random) => JourneyVerdict;

/** Where the fields of an observation begin, and how long they are. */
interface JourneyFields {
  readonly touchAt: number;
  readonly beforeAt: number;
  readonly customerAt: number;
  readonly boughtAt: number;
  readonly longest: number;
  readonly features: readonly string[];
  readonly channels: readonly string[];
}

/** The fields of journeys. Throws a UserError where the world has none. */
function fieldsOf(spec: NumericSpec, id: string): JourneyFields {
  const [touchAt, beforeAt, customerAt, boughtAt] = ["touch", "before", "customer", "bought"].map((name) =>
    fieldOffset(spec, name),
  );
  if (
    touchAt === undefined ||
    beforeAt === undefined ||
    customerAt === undefined ||
    boughtAt === undefined ||
    spec.choices !== undefined
  ) {
    const what = `${id} reads journeys of customers, and this world has none`;
    throw new UserError({ code: "no-journeys", what, hint: "markets/journeys has" });
  }
  const sizeOf = (name: string) => spec.observation.find((field) => field.name === name)?.size ?? 0;
  return {
    ...{ touchAt, beforeAt, customerAt, boughtAt },
    longest: sizeOf("touch"),
    features: Array.from({ length: sizeOf("customer") }, (_, j) => `feature ${j}`),
    channels: Array.from({ length: spec.actionSize - 1 }, (_, c) => `channel ${c}`),
  };
}

/** The player of a seat. `learn` is called once an episode. */
export function analyst(spec: NumericSpec, id: string, learn: FitJourneys): Agent {
  const fields = fieldsOf(spec, id);
  const { boughtAt } = fields;
  const credit = new Float64Array(fields.channels.length);
  let history: Float32Array[] = [];
  let verdict: JourneyVerdict | undefined;
  let hand: Random | undefined;
  const forget = () => {
    verdict?.close?.();
    verdict = undefined;
    history = [];
  };
  return {
    reset(random) {
      forget();
      hand = random;
    },
    act(observation, action) {
      action.fill(0);
      if (observation[boughtAt] >= 0) {
        history.push(observation.slice());
        return;
      }
      if (hand === undefined) throw new Error("an analyst acts before it is reset");
      if (verdict === undefined) {
        verdict = learn(journeysOf(history, fields), hand);
        history = [];
      }
      const journey = journeysOf([observation], fields);
      action[0] = verdict.chance(journey);
      verdict.credit(journey, credit.fill(0));
      action.set(credit, 1);
    },
    close: forget,
  };
}

/** The journeys that were observed. One whose end is not known counts as without a purchase. */
function journeysOf(observations: readonly Float32Array[], fields: JourneyFields): Journeys {
  const { touchAt, beforeAt, customerAt, boughtAt, longest, features, channels } = fields;
  const starts = new Int32Array(observations.length + 1);
  const channel: number[] = [];
  const before: number[] = [];
  const user = new Float64Array(observations.length * features.length);
  const converted = new Uint8Array(observations.length);
  for (const [k, seen] of observations.entries()) {
    for (let t = 0; t < longest && seen[touchAt + t] >= 0; t++) {
      channel.push(seen[touchAt + t]);
      before.push(seen[beforeAt + t]);
    }
    starts[k + 1] = channel.length;
    for (let j = 0; j < features.length; j++) user[k * features.length + j] = seen[customerAt + j];
    converted[k] = seen[boughtAt] === 1 ? 1 : 0;
  }
  return {
    channels,
    features,
    starts,
    channel: Int32Array.from(channel),
    before: Float64Array.from(before),
    user,
    converted,
  };
}

/** By a model of chances: what it foretells without each channel that was met, less than with it. */
export function byRemoval(model: JourneyModel): JourneyVerdict {
  return {
    chance: (journey) => model.probabilities(journey)[0],
    credit(journey, credit) {
      const [whole] = model.probabilities(journey);
      for (const c of new Set(journey.channel)) credit[c] = whole - model.probabilities(withoutChannel(journey, c))[0];
    },
  };
}
