// iPLAN (arXiv 2306.06236): independent PPO whose policies see, beside each observation, what the learner infers of every neighbour from its own
// observations alone: what kind of driver it is, and where it moves next. Both are learnt by foreseeing rows, without labels, and the policy's
// gradient does not flow into them.

import type { z } from "zod";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { oneOf, text } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { onPolicyTraining, planBy } from "../policy-gradient/on-policy.ts";
import type { OnPolicyRule } from "../policy-gradient/on-policy-learner.ts";
import { proximal, proximalParameters } from "../policy-gradient/ppo.ts";
import { behaviour, behaviourFields } from "./behaviour.ts";
import type { Inference } from "./inference.ts";
import { instant, instantFields } from "./instant.ts";
import { type Intents, intents, playerWithIntents, withIntents, worldWithIntents } from "./intents.ts";
import { type NeighbourRows, neighbourRows } from "./neighbour-rows.ts";

const parameters = proximalParameters.omit({ past: true }).extend({
  rows: text("car").describe(
    "prefix of the fields that have a number for each neighbour; PREFIXSeen says whether it is there",
  ),
  infers: oneOf(["both", "behaviour", "instant"], "both").describe(
    "kinds of drivers, their next moves, or both: the ablations of the paper",
  ),
  behaviour: behaviourFields.prefault({}).describe("behavioural incentive: the kind of each neighbour"),
  instant: instantFields.prefault({}).describe("instant incentive: the next moves of each neighbour"),
});
type Parameters = z.output<typeof parameters>;

export const iplan: BoundEntry<AlgorithmPlan> = bind({
  id: "iplan",
  summary: "independent PPO that infers kinds and next moves of its neighbours from its own observations",
  source: "Wu et al., arXiv 2306.06236, and its released code",
  parameters,
  make: planOf,
});

function planOf(p: Parameters): AlgorithmPlan {
  const { options, ruleOf } = proximal(p);
  const { begins: _, ...plan } = planBy(
    options,
    (context, from) => {
      const { spec } = context;
      const rows = neighbourRows(spec, p.rows);
      const teams = p.shared ? [context.seats] : context.seats.map((seat) => [seat]);
      const own = teams.map((_, k) => intents(inferences(rows, p, context.random.stream("intents", k))));
      const wide = withIntents(spec, rows, own[0].all);
      const scale = observationScale(spec, p.scaleObservations);
      const readers = own.map((one) => one.readers(false));
      const teamOf = (seat: number) => teams.findIndex((team) => team.includes(seat));
      const seeing: TrainingContext = {
        ...context,
        spec: wide,
        makeEnvironment: () =>
          worldWithIntents(
            context.makeEnvironment(),
            wide,
            scale,
            spec.agents.map((_, seat) => {
              const team = teamOf(seat);
              return team < 0 ? undefined : own[team].minds(readers[team]);
            }),
          ),
      };
      let made = 0;
      const training = onPolicyTraining(seeing, options, from, (network, count) =>
        learning(ruleOf(network, count), own[made++], wide.observationSize),
      );
      return {
        ...training,
        player: (seat) => playerWithIntents(training.player(seat), own[teamOf(seat)], wide, scale),
        close() {
          training.close();
          for (const reader of readers.flat()) reader.close();
        },
      };
    },
    (spec) => {
      neighbourRows(spec, p.rows);
    },
  );
  return plan;
}

function inferences(rows: NeighbourRows, p: Parameters, random: Random): Inference[] {
  return [
    ...(p.infers === "instant" ? [] : [behaviour(rows, p.behaviour, random.stream("behaviour"))]),
    ...(p.infers === "behaviour" ? [] : [instant(rows, p.instant, random.stream("instant"))]),
  ];
}

/** PPO's rule, after which inferences learn from the same play. */
function learning(rule: OnPolicyRule, own: Intents, width: number): OnPolicyRule {
  let hand: Random | undefined;
  let lesson = 0;
  return {
    ...rule,
    beside: own.saved,
    begin(random) {
      rule.begin(random);
      hand = random.stream("intents");
      lesson = 0;
    },
    learn(play, steps) {
      if (hand === undefined) throw new Error("a rule learns before its first segment");
      const measures = rule.learn(play, steps);
      const { observations, keep } = play.tables;
      lesson += 1;
      return { ...measures, ...own.learn({ observations, keep, width, rows: play.rows, steps }, hand.stream(lesson)) };
    },
    close() {
      rule.close();
      own.close();
    },
  };
}
