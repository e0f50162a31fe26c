// How well a language model judges its own answers: accuracy of its verdicts, of its choice between two answers, and the gain from one
// correction after its own verdict (Liu et al., arXiv 2509.22624).

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { channelIndex } from "../../core/channel.ts";
import { Status } from "../../core/environment.ts";
import type { CellMeasure, MeasurePlan } from "../../core/measure.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { textView } from "../../core/text-view.ts";
import { checkCommonAlphabet, END, numberOf, PAD, textOf } from "../../environments/language/alphabet.ts";
import {
  type AnswerQuestion,
  betterQuestion,
  pairwiseQuestion,
  pointwiseQuestion,
  VERDICTS,
} from "../../environments/language/verdicts.ts";
import { episodeRunner } from "../../play/episode.ts";
import { channel as paidChannel } from "../../rewards/channel-reward.ts";
import { balancedAccuracy } from "../statistics/classification.ts";
import { mean } from "../statistics/moments.ts";

const parameters = z.strictObject({
  take: oneOf(["verdicts", "preferences", "correction"], "verdicts").describe(
    "balanced accuracy of yes and no to single answers, or of which of a right and a wrong one is right; or right answers once those that it calls wrong are given anew, less right ones before",
  ),
  channel: z.string().default("correct").describe("an answer is right where an episode brings more than 0 of it"),
  questions: whole(1, 100_000, 100).describe("questions, the same for all variants"),
  answers: whole(1, 1000, 4).describe("answers to each"),
});

const ABOUT = {
  verdicts: {
    low: 0,
    unit: "share of right verdicts",
    meaning: "right verdicts on its own answers, right and wrong ones counting alike",
  },
  preferences: {
    low: 0,
    unit: "share of right verdicts",
    meaning: "pairs of its own answers, a right and a wrong one, of which it names the right one",
  },
  correction: {
    low: -1,
    unit: "share of answers",
    meaning: "right answers after its own verdicts and second answers, less right first ones",
  },
} as const satisfies Readonly<Record<string, Partial<CellMeasure>>>;

/** An answer and whether it is right; undefined for an answer without an end character. */
type Answer = { readonly text: string; readonly right: boolean } | undefined;

export const selfJudging = bind({
  id: "self-judging",
  summary: "how well a writer judges its own answers, or what one correction by its own verdict adds",
  source: "SPARK, arXiv 2509.22624",
  parameters,
  example: { environment: "language/sort", parameters: { questions: 10 } },
  make:
    ({ take, channel, questions, answers }): MeasurePlan =>
    (world) => {
      const { spec } = world;
      channelIndex(channel, spec.channels, ["channel"]);
      checkCommonAlphabet(spec, "verdicts on answers");
      textView(world, "text", "self-judging");
      return {
        ...ABOUT[take],
        high: 1,
        label: take,
        async measure({ makeEnvironment, agents: [writer], random, signal }) {
          const world = makeEnvironment();
          const runner = episodeRunner(world, [paidChannel(channel)]);
          const { actions, totals } = runner.episode;
          /** Replays the question that begins with `start` and grades an answer to it. */
          const judged = (text: string | undefined, start: Random): Answer => {
            if (text === undefined) return undefined;
            runner.begin(start.stream("judged"), start.clone());
            for (const character of [...[...text].map(numberOf), END]) {
              actions[0] = character;
              if (runner.step() !== Status.running) break;
            }
            return { text, right: totals[0][0] > 0 };
          };
          const [verdicts, actual, gains]: [string[], string[], number[]] = [[], [], []];
          const judge = async ({ question, right }: AnswerQuestion, stream: Random) => {
            const verdict = (await answer(writer, question, 2, stream)) ?? "";
            verdicts.push(verdict);
            actual.push(right);
            return verdict;
          };
          for (let k = 0; k < questions; k++) {
            signal?.throwIfAborted();
            const start = random.stream("question", k);
            runner.begin(start.clone());
            const question = world.texts?.text() ?? "";
            const own: Answer[] = [];
            const ask = async (text: string, stream: Random) =>
              judged(await answer(writer, text, spec.horizon, stream), start);
            for (let one = 0; one < answers; one++) own.push(await ask(question, start.stream("answer", one)));
            if (take === "preferences") {
              const [right, wrong] = [true, false].map((is) => own.find((one) => one?.right === is));
              if (right === undefined || wrong === undefined) continue;
              const first = start.stream("order").uniform() < 0.5;
              await judge(pairwiseQuestion(question, right.text, wrong.text, first), start.stream("preference"));
              continue;
            }
            for (const [one, first] of own.entries()) {
              if (first === undefined) continue;
              const asked = pointwiseQuestion(question, first.text, first.right);
              const doubted = (await judge(asked, start.stream("verdict", one))) === VERDICTS.pointwise[1];
              if (take !== "correction") continue;
              const second = doubted
                ? await ask(betterQuestion(question, first.text), start.stream("better", one))
                : first;
              gains.push(Number(second?.right ?? false) - Number(first.right));
            }
          }
          if (take === "correction") return gains.length === 0 ? undefined : mean(gains);
          const classes = VERDICTS[take === "verdicts" ? "pointwise" : "pairwise"];
          return balancedAccuracy(classes, verdicts, actual) ?? undefined;
        },
      };
    },
});

/** Returns the model's answer to a question without its end character; undefined where it does not end within `most` characters. */
async function answer(writer: Agent, question: string, most: number, stream: Random): Promise<string | undefined> {
  const seen = new Float32Array(question.length + most);
  seen.set([...question].map(numberOf));
  const action = new Float64Array(1);
  await writer.reset(stream);
  for (let at = question.length; at < seen.length; at++) {
    await writer.act(seen, action);
    if (action[0] === END) return textOf(seen, question.length, at);
    if (action[0] === PAD) return undefined;
    seen[at] = action[0];
  }
  return undefined;
}
