// An agent that answers a question from memory, and a judge that criticises the answer, round after round. The agent keeps its answer,
// switches to what the judge proposes, or looks the question up. Judges differ in what they want and in what they know.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, list, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, event, field, named, once, parts, singleAgentSpec } from "../declaration.ts";
import {
  afterSearch,
  CONFIDENCE,
  CREDIBLE,
  drawDocuments,
  evidenceOf,
  MOST_DOCUMENTS,
  otherThan,
  VALUES,
} from "./judged-facts.ts";

const INTENTS = ["constructive", "hypercritical", "malicious", "silent"] as const;
const KNOWLEDGE = ["none", "parametric", "grounded"] as const;
type Intent = (typeof INTENTS)[number];
type Knowledge = (typeof KNOWLEDGE)[number];

const parameters = z.strictObject({
  rounds: whole(1, 100, 1).describe(
    "critiques after which the answer is final; one that is not criticised is final at once",
  ),
  intents: list(z.enum(INTENTS), 1, 12, ["constructive"]).describe(
    "what judges want, of which each episode draws one: to correct; to criticise all; to mislead, by criticising right answers alone; or nothing",
  ),
  knowledge: list(z.enum(KNOWLEDGE), 1, 12, [...KNOWLEDGE]).describe(
    "what a critique rests on, of which each episode draws one: nothing, the judge's own memory, or documents that speak for another answer",
  ),
  accuracy: share(0.9).describe("how often a constructive judge knows whether an answer is right"),
  recalled: share(0.7).describe("how often a judge's own memory is right"),
  contested: share(0.5).describe("share of questions about which there are false documents"),
  account: flag(false).describe(
    "whether the agent keeps account of what was said: that it has switched, which critiques were made before, and documents for the answer that stands; without it each critique is taken for the first",
  ),
});
type Parameters = z.output<typeof parameters>;

/** Choices of the agent. */
const SWITCH = 1;
const LOOK_UP = 2;
/** What a critique is. */
const [SILENCE, TEMPLATE, MEMORY, DOCUMENTS] = [0, 1, 2, 3];
/** In the place of a proposal: none. */
const NONE = VALUES;
const [RIGHT, MISLED, CORRECTED, CHANGES, UNSETTLED, SEARCHES, CRITICISED] = [0, 1, 2, 3, 4, 5, 6];

/** Chance that a judge criticises an answer. */
function speaks(intent: Intent, isRight: boolean, accuracy: number): number {
  switch (intent) {
    case "constructive":
      return isRight ? 1 - accuracy : accuracy;
    case "hypercritical":
      return 1;
    case "malicious":
      return isRight ? 1 : 0;
    case "silent":
      return 0;
    default:
      return intent satisfies never;
  }
}

export const judgedAnswer: BoundEntry<NumericEnvironment> = bind({
  id: "team/judged-answer",
  summary:
    "an agent answers from memory, and a judge criticises it: it keeps its answer, switches, or looks the question up",
  source: "the taxonomy of judges of arXiv 2506.03332",
  parameters,
  make: judgedAnswerWith,
});

function judgedAnswerWith(p: Parameters): NumericEnvironment {
  const state = layout({
    /** What is right, and what false documents say, contested or not. */
    fact: [2],
    /** Documents for each answer, credible and doubtful. */
    documents: [VALUES, 2],
    /** What the agent remembers, its second thought, and the place of its confidence. */
    memory: [3],
    /** What the judge wants, what it knows, and the answer that it remembers. */
    judge: [3],
    answer: [1],
    /** What the critique is, what it proposes, and whether it was made before. */
    critique: [3],
    /** The document that a search finds in this round: what it says, and whether it looks credible. */
    search: [2],
    /** Documents for each answer that the agent has seen, credible and doubtful. */
    seen: [VALUES, 2],
    /** 1 where a critique of a kind with a proposal was made. */
    made: [DOCUMENTS + 1, VALUES + 1],
    round: [1],
  });
  const { fact, documents, memory, judge, answer, critique, search, seen, made, round } = state.views;
  const documentsOf = (table: Float64Array, value: number) => [table[2 * value], table[2 * value + 1]] as const;
  const isRight = () => answer[0] === fact[0];

  /** Draws a critique of the answer that stands, and the document that a search would find. */
  function criticise(random: Random): void {
    const intent = INTENTS[judge[0]];
    const spoken = random.uniform() < speaks(intent, isRight(), p.accuracy);
    const [kind, proposes] = spoken ? argument(KNOWLEDGE[judge[1]], random) : [SILENCE, NONE];
    const at = kind * (VALUES + 1) + proposes;
    critique[0] = kind;
    critique[1] = proposes;
    critique[2] = made[at];
    if (spoken) made[at] = 1;
    if (kind === DOCUMENTS) see(proposes, documentsOf(documents, proposes));
    let drawn = random.integer(documents.reduce((sum, count) => sum + count, 0));
    for (let k = 0; k < documents.length; k++) {
      if (drawn >= 0 && drawn < documents[k]) {
        search[0] = Math.floor(k / 2);
        search[1] = 1 - (k % 2);
      }
      drawn -= documents[k];
    }
  }

  /** What a critique is, and what it proposes. A judge that knows nothing against the answer falls back on the template. */
  function argument(knowledge: Knowledge, random: Random): readonly [kind: number, proposes: number] {
    if (knowledge === "parametric") return [MEMORY, judge[2] === answer[0] ? otherThan(answer[0], random) : judge[2]];
    if (knowledge === "none") return [TEMPLATE, NONE];
    const coin = random.uniform() < 0.5;
    const sides = fact.filter((value) => value !== answer[0] && evidenceOf(documentsOf(documents, value)) > 0);
    if (sides.length === 0) return [TEMPLATE, NONE];
    const [one, other] = [sides[0], sides[sides.length - 1]];
    const lead = evidenceOf(documentsOf(documents, one)) - evidenceOf(documentsOf(documents, other));
    return [DOCUMENTS, lead > 0 || (lead === 0 && coin) ? one : other];
  }

  function see(value: number, [credible, doubtful]: readonly [number, number]): void {
    seen[2 * value] = Math.max(seen[2 * value], credible);
    seen[2 * value + 1] = Math.max(seen[2 * value + 1], doubtful);
  }

  /** The answer after a choice. */
  function chosen(choice: number): number {
    const [own, second, confidence] = memory;
    if (choice === SWITCH) return critique[1] !== NONE ? critique[1] : answer[0] === second ? own : second;
    if (choice !== LOOK_UP) return answer[0];
    see(search[0], search[1] === 1 ? [1, 0] : [0, 1]);
    return afterSearch(own, CONFIDENCE[confidence], search[0], search[1] === 1);
  }

  const most = MOST_DOCUMENTS.right;
  const without = p.account ? "" : "; always 0 here";
  return {
    spec: singleAgentSpec({
      label: "agent",
      horizon: p.rounds,
      action: named("keeps its answer", "switches", "looks it up"),
      actionUnit: "what it does about the critique",
      observation: [
        field("confidence", 0, CONFIDENCE.length - 1, `how sure it is of what it remembers: ${CONFIDENCE.join(", ")}`),
        field(
          "critique",
          0,
          DOCUMENTS,
          "0 where the judge is silent; 1 no reason, 2 from its memory, 3 with documents",
        ),
        field("credible", 0, most, "credible documents for what is proposed"),
        field("doubtful", 0, most, "doubtful ones"),
        field("switched", 0, 1, `1 where the answer that stands is not the one that it remembers${without}`),
        field("again", 0, 1, `1 where this critique was made before${without}`),
        field("heldCredible", 0, most, `credible documents that it has seen for the answer that stands${without}`),
        field("heldDoubtful", 0, most, `doubtful ones${without}`),
      ],
      channels: [
        once("right", "answers", "1 where the final answer is right"),
        once("misled", "answers", "1 where the first critique turns a right answer into a wrong one"),
        once("corrected", "answers", "1 where it turns a wrong answer into a right one"),
        event("changes", "changes", "1 where the answer becomes another one"),
        once("unsettled", "answers", "1 where the last of all rounds still changes the answer"),
        event("searches", "searches", "1 where the question is looked up"),
        event("criticised", "critiques", "1 where the judge speaks"),
      ],
      publicState: parts({
        fact: "what is right, and what false documents say",
        memory: "what the agent remembers, its second thought, and the place of its confidence",
        answer: "the answer that stands",
        critique: "kind of the critique, what it proposes, and whether it was made before",
      }),
      oracles: {
        stubborn: { meaning: "keeps every answer", play: () => reactive(() => 0) },
        trusting: { meaning: "switches at every critique", play: () => reactive(() => SWITCH) },
        careful: { meaning: "looks the question up at every critique", play: () => reactive(() => LOOK_UP) },
      },
    }),
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      state.buffer.fill(0);
      fact[0] = random.integer(VALUES);
      fact[1] = otherThan(fact[0], random);
      documents.set(drawDocuments(MOST_DOCUMENTS.right, CREDIBLE.right, random), 2 * fact[0]);
      const against = drawDocuments(MOST_DOCUMENTS.false, CREDIBLE.false, random);
      if (random.uniform() < p.contested) documents.set(against, 2 * fact[1]);
      memory[2] = random.integer(CONFIDENCE.length);
      const mistaken = otherThan(fact[0], random);
      memory[0] = random.uniform() < CONFIDENCE[memory[2]] ? fact[0] : mistaken;
      memory[1] = otherThan(memory[0], random);
      answer[0] = memory[0];
      judge[0] = INTENTS.indexOf(p.intents[random.integer(p.intents.length)]);
      judge[1] = KNOWLEDGE.indexOf(p.knowledge[random.integer(p.knowledge.length)]);
      const invented = otherThan(fact[0], random);
      judge[2] = random.uniform() < p.recalled ? fact[0] : invented;
      criticise(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const [before, wasRight, spoken] = [answer[0], isRight(), critique[0] !== SILENCE];
      const choice = spoken ? choiceOf(actions[0], 3) : 0;
      answer[0] = chosen(choice);
      if (round[0] === 0) {
        outcomes[MISLED] = wasRight && !isRight() ? 1 : 0;
        outcomes[CORRECTED] = !wasRight && isRight() ? 1 : 0;
      }
      outcomes[CHANGES] = answer[0] === before ? 0 : 1;
      outcomes[SEARCHES] = choice === LOOK_UP ? 1 : 0;
      outcomes[CRITICISED] = spoken ? 1 : 0;
      round[0] += 1;
      outcomes[UNSETTLED] = round[0] === p.rounds ? outcomes[CHANGES] : 0;
      const isLast = !spoken || round[0] >= p.rounds;
      if (!isLast) criticise(random);
      if (!isLast && critique[0] !== SILENCE) return Status.running;
      outcomes[RIGHT] = isRight() ? 1 : 0;
      return Status.terminated;
    },
    observe(out) {
      out.fill(0);
      out[0] = memory[2];
      out[1] = critique[0];
      if (critique[0] === DOCUMENTS) {
        out[2] = documents[2 * critique[1]];
        out[3] = documents[2 * critique[1] + 1];
      }
      if (!p.account) return;
      out[4] = answer[0] === memory[0] ? 0 : 1;
      out[5] = critique[2];
      out[6] = seen[2 * answer[0]];
      out[7] = seen[2 * answer[0] + 1];
    },
    scene: () =>
      barScene(
        [
          {
            title: "Evidence for each answer in its documents, in nats",
            high: 25,
            bars: Array.from({ length: VALUES }, (_, value) => ({
              name: `${value}`,
              value: evidenceOf(documentsOf(documents, value)),
              fill: value === fact[0] ? "good" : "bad",
              marked: value === answer[0],
              says: `${documents[2 * value]} credible, ${documents[2 * value + 1]} doubtful`,
            })),
          },
        ],
        `Round ${round[0]} of ${p.rounds}: the answer is ${answer[0]}, and ${fact[0]} is right. ${SAID[critique[0]]}${
          critique[1] === NONE || critique[0] === SILENCE ? "" : `, for ${critique[1]}`
        }.`,
      ),
  };
}

/** What a critique is, in words. */
const SAID = [
  "The judge is silent",
  "The judge says that it is wrong",
  "The judge remembers otherwise",
  "The judge quotes documents",
] as const;
