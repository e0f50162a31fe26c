// Dual play as an algorithm of an experiment: the world is the solver's, and another one, whose prompts are what is known, is the
// proposer's. Both models imitate their worlds' demonstrators, and then play. The solver is the player that is left behind;
// what the experiment declares as its reward is not paid while it learns, so that reports show what agreement bought.

import { z } from "zod";
import { demonstratorOf, type Imitation, sft, sftPhase } from "../../algorithms/text/sft.ts";
import { textPlayer } from "../../algorithms/text/text-player.ts";
import { checkHeads, modelParameters, sftParameters } from "../../algorithms/text/trainer-parameters.ts";
import { playsOtherwise, writingMode } from "../../algorithms/trained-play.ts";
import {
  restore,
  restoredValue,
  restoreParameters,
  saved,
  savedParameters,
  savedValue,
} from "../../algorithms/training-checkpoint.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, positive, share, whole } from "../../core/parameters.ts";
import { type BoundEntry, bind, Registry } from "../../core/registry.ts";
import { environments } from "../../environments/index.ts";
import { ALPHABET, hasCommonAlphabet } from "../../environments/language/alphabet.ts";
import { posedIn } from "../../environments/language/proposer.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type DualPlay, dualPlay, notesShape, type Player, type RoleOptions, type Round } from "./dual-play.ts";

/** Worlds in which something may be known. */
const worlds = new Registry("world of text", await environments.all((id) => id.startsWith("language/")));

const roleFields = (role: string, rate: number, temperature: number) => ({
  rate: positive(1, rate).describe(`learning rate of the ${role}`),
  temperature: positive(100, temperature).describe(`that the ${role} draws at while it learns`),
});

const parameters = z.strictObject({
  rounds: whole(0, 1_000_000, 150).describe("rounds of play, after the imitation of both"),
  questions: whole(2, 1024, 6).describe("questions of a round, made up from the same knowledge"),
  answers: whole(2, 1024, 6).describe("answers to each, which are compared"),
  knowledge: z
    .looseObject({ id: z.string() })
    .default({ id: "language/proposer" })
    .describe("the proposer's world with its parameters: it shows what is known, and reads :question|answer$"),
  mark: z.string().max(8).default("=").describe("what ends a question in the solver's world"),
  proposer: z
    .strictObject({
      ...roleFields("proposer", 3e-4, 0.6),
      learns: flag(true).describe("whether the proposer learns at all"),
    })
    .prefault({})
    .describe("the model that makes questions up"),
  solver: z
    .strictObject(roleFields("solver", 1e-3, 1))
    .prefault({})
    .describe("the model that answers them"),
  hard: share(0.2).describe(
    "agreement at which a question is too hard, or its answer wrong: not above it, neither is paid",
  ),
  easy: share(1).describe("agreement from which on a question is too easy to be practised"),
  difference: share(0.3).describe(
    "difference from the latest hundred questions at and below which a question is worth nothing",
  ),
  novelty: share(0.2).describe("what a difference of 1 is paid"),
  turns: z
    .strictObject({
      proposer: whole(1, 100_000, 10).describe("rounds in which the proposer learns"),
      solver: whole(1, 100_000, 10).describe("rounds after them in which the solver practises what is waiting"),
    })
    .optional()
    .describe("they learn in turns, with a buffer of questions between them; default both in every round"),
  rise: z.int().min(1).default(5).describe("gradient steps over which the rates rise from almost 0"),
  mode: writingMode,
  segments: whole(1, 10_000, 10).describe("parts of the play, between which it can be resumed"),
  model: modelParameters,
  sft: sftParameters(700),
});

type Options = z.output<typeof parameters>;

export const algorithm: BoundEntry<AlgorithmPlan> = bind({
  id: "dual-play",
  summary:
    "a second model makes up questions with answers, and this one learns by agreeing; the declared reward is not paid",
  source: "PasoDoble, arXiv 2511.11881",
  parameters,
  make: (p: Options): AlgorithmPlan => {
    checkHeads(p.model);
    const { id, ...given } = p.knowledge;
    const known = worlds.get(id, ["knowledge", "id"]);
    known.complete(given, ["knowledge"]);
    const makeKnowledge = () => known.make(given, ["knowledge"]);
    return {
      ...playsOtherwise(p.mode),
      check: (spec) => {
        checkText(spec, [], p);
        checkText(makeKnowledge().spec, ["knowledge"], p);
      },
      train: (context, from) =>
        training(context, { ...context, spec: makeKnowledge().spec, makeEnvironment: makeKnowledge }, p, from),
    };
  },
});

function checkText(spec: NumericSpec, path: readonly string[], { sft: { steps, from } }: Options): void {
  if (!hasCommonAlphabet(spec) || spec.agents.length !== 1 || spec.observationSize % 4 !== 0) {
    const what = "dual-play trains writers in worlds of text, and this world is none";
    throw new UserError({ code: "no-text", what, path, hint: "try language/chain with maps: 4, fewest: 1" });
  }
  if (steps > 0) demonstratorOf(spec, from);
}

const ROLES = ["proposer", "solver"] as const;

/** A role before and while it plays. */
interface Role extends Player {
  readonly name: (typeof ROLES)[number];
  readonly imitation: Imitation;
}

function training(
  context: TrainingContext,
  knowledge: TrainingContext,
  p: Options,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, random } = context;
  const roles = ROLES.map((name): Role => {
    const own = name === "proposer" ? knowledge : context;
    const rng = random.stream(name);
    const model = transformer({ vocabulary: ALPHABET.length, context: own.spec.observationSize, ...p.model });
    const parameters = new Parameters(model.shapes);
    model.initialise(parameters, rng.stream("weights"));
    return { name, model, parameters, imitation: sft(own, model, parameters, p.sft, rng.stream("warm-up")) };
  });
  const [proposer, solver] = roles;
  const imitations = roles.map(({ imitation }) => sftPhase(imitation, p.sft.steps));
  const each = imitations[0].updates;
  const warming = ROLES.length * each;
  const total = warming + p.rounds;
  const segment = Math.max(1, Math.ceil(total / p.segments));
  let done = from?.updates ?? 0;
  let play: DualPlay | undefined;

  if (from !== undefined) {
    const tensors = new Map(from.tensors.map(({ name, data }) => [name, data]));
    for (const { name, parameters, imitation } of roles) {
      restoreParameters(tensors, parameters, `${name}.`);
      if (done < warming) restore(tensors, `${name}.warmUp`, imitation.state);
    }
    if (done > warming) {
      play = begun();
      for (const name of ROLES) restore(tensors, `${name}.optimiser`, play.state[name]);
      play.recall(restoredValue(tensors, "notes", notesShape));
    }
  }

  function begun(): DualPlay {
    const room = spec.observationSize - spec.horizon;
    const role = ({ rate, temperature }: Options["solver"]): RoleOptions => ({
      ...DR_GRPO,
      rate,
      temperature,
      rise: p.rise,
    });
    return dualPlay(
      {
        proposer: { ...proposer, context: knowledge, read: (text) => posedIn(text, p.mark) },
        // A world of questions leaves three characters to go wrong with.
        solver: { ...solver, longestQuestion: room, longestAnswer: spec.horizon - 3 },
      },
      {
        questions: p.questions,
        answers: p.answers,
        proposer: role(p.proposer),
        solver: role(p.solver),
        worth: { agreement: p.hard, difference: p.difference, novelty: p.novelty },
        easy: p.easy,
        proposerLearns: p.proposer.learns,
        ...(p.turns && { turns: p.turns }),
      },
    );
  }

  function imitate(): UpdateReport {
    const role = done < each ? 0 : 1;
    const { measures } = imitations[role].update(done - role * each);
    const { imitationLoss } = measures;
    return { steps: 0, share: (done + 1) / total, measures: { [`${ROLES[role]}Imitation`]: imitationLoss } };
  }

  function practise(): UpdateReport {
    play ??= begun();
    const round = play.round(random.stream("round", done - warming));
    const truth = knowledge.spec.channels.findIndex(({ name }) => name === "correct");
    return { steps: done - warming + 1, share: (done + 1) / total, measures: measuresOf(round, truth, play) };
  }

  return {
    update() {
      if (done >= total) return undefined;
      const report = done < warming ? imitate() : practise();
      done += 1;
      return report;
    },
    checkpoint() {
      if (done % segment !== 0 && done < total) return undefined;
      const playing = play;
      return {
        updates: done,
        tensors: [
          ...roles.flatMap(({ name, parameters }) => savedParameters(parameters, `${name}.`)),
          ...(done < warming ? roles.map(({ name, imitation }) => saved(`${name}.warmUp`, imitation.state)) : []),
          ...(playing ? ROLES.map((name) => saved(`${name}.optimiser`, playing.state[name])) : []),
          ...(playing ? [savedValue("notes", playing.notes())] : []),
        ],
      };
    },
    player: () => textPlayer(solver.model, solver.parameters.clone(), { temperature: p.mode ? 0 : 1 }),
    close() {
      for (const { imitation } of roles) imitation.close();
      play?.close();
    },
  };
}

/** Compared with the group's mean, not divided, each character by the longest possible text; one step for each round. */
const DR_GRPO = {
  epochs: 1,
  minibatches: 1,
  clip: [0.2, 0.28],
  baseline: "group",
  scale: "none",
  average: "longest",
  divergence: 0,
  entropy: 0,
} as const;

/**
 * What a round was like; `statedRight` is the share of stated answers that are right, which neither role is told. Pay is agreement
 * and not the experiment's, so that it has a name of its own.
 */
function measuresOf({ proposals, skipped, solver, proposer }: Round, truth: number, { buffer }: DualPlay): Measures {
  const over = (of: (one: Round["proposals"][number]) => number) => mean(proposals.map(of));
  return {
    skipped: skipped ? 1 : 0,
    waiting: buffer.waiting.length,
    ...(proposals.length > 0 && {
      agreement: over(({ agreement }) => agreement),
      difference: over(({ difference }) => difference),
      worth: over(({ worth }) => worth),
      leaks: over(({ leaks }) => (leaks ? 1 : 0)),
      statedRight: over(({ outcomes }) => outcomes[truth] ?? 0),
    }),
    ...(solver && { solverPay: solver.pay, entropy: solver.entropy, gradientNorm: solver.gradientNorm }),
    ...(proposer && { proposerEntropy: proposer.entropy, proposerGradientNorm: proposer.gradientNorm }),
  };
}
