// A hidden picture of three digits, with one tool per digit that reveals it. The first token is a format token, followed by tool calls and
// the answer. The environment is small enough to enumerate all its episodes (algorithms/tabular/episode-tree.ts).

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, list, share, whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { choiceOf, event, field, once, singleAgentSpec } from "../declaration.ts";
import { pictureScene } from "./scenes.ts";

/** Number of digits. */
export const PLACES = 3;
/** Questions by number: the digits' sum, their maximum, or the digit at a place. */
export const QUESTIONS = ["sum", "maximum", "first", "second", "third"] as const;

/** Choices by number: the format token, a call for each place, a call for a nonexistent place, then the answers. */
export const FORMAT = 0;
export const ZOOM = 1;
export const NOWHERE = ZOOM + PLACES;
export const ANSWER = NOWHERE + 1;

const parameters = z.strictObject({
  values: whole(2, 10, 10).describe("values of a digit, from 0 on"),
  questions: list(z.enum(["sum", "maximum", "digit"]), 1, 10, ["sum", "maximum", "digit"]).describe(
    "what is asked, with even chances; digit: that at one of the three places",
  ),
  calls: whole(0, 20, 3).describe("calls of tools that are allowed; a further one ends the episode"),
  failure: share(0).describe("how often a tool shows another digit than the picture has, the whole episode long"),
  rule: flag(false).describe(
    "whether one token answers by a rule, which reads the digits that tools have shown, and 0 elsewhere",
  ),
});

const [PAYOFF, CORRECT, FORMATTED, EXECUTED, ANSWERED, CALLS, BROKEN] = [0, 1, 2, 3, 4, 5, 6];

/** The right answer for a picture and a question's number. */
export function truthOf(question: number, picture: ArrayLike<number>): number {
  if (question === 0) return picture[0] + picture[1] + picture[2];
  return question === 1 ? Math.max(picture[0], picture[1], picture[2]) : picture[question - 2];
}

export const zoomWorld: BoundEntry<NumericEnvironment> = bind({
  id: "tools/zoom",
  summary: "ask tools for the hidden digits of a picture and answer with their sum, their maximum or one of them",
  source: "after the tool-augmented process of arXiv 2604.19857",
  parameters,
  make: ({ values, questions, calls: allowed, failure, rule }: z.output<typeof parameters>): NumericEnvironment => {
    const answers = rule ? 1 : PLACES * (values - 1) + 1;
    const choices = ANSWER + answers;
    // `known` holds the revealed digits, −1 where hidden; `given` is the answer.
    const state = layout({
      picture: [PLACES],
      shown: [PLACES],
      question: [1],
      known: [PLACES],
      given: [1],
      tokens: [1],
      formatted: [1],
      calls: [1],
      broken: [1],
    });
    const { picture, shown, question, known, given, tokens, formatted, calls, broken } = state.views;
    const spec = singleAgentSpec({
      label: "reader",
      horizon: allowed + 2,
      action: { choices },
      actionUnit: "token",
      observation: [
        field("question", 0, 1, "1 at what is asked: sum, maximum, first, second or third digit", { size: 5 }),
        field("begun", 0, 1, "1 once the first token was written"),
        field("calls", 0, allowed, "calls so far"),
        field("digits", -1, values - 1, "what tools have shown of each place; −1 where nothing", { size: PLACES }),
      ],
      channels: [
        event("payoff", "reward", "what the task itself pays: 1 for a right answer"),
        once("correct", "answers", "1 where the answer is right"),
        once("formatted", "answers", "1 where an answer was given and the first token was the format's"),
        once("executed", "answers", "1 where an answer was given and no call failed"),
        once("answered", "answers", "1 where an answer was given"),
        event("calls", "calls", "1 for each call"),
        event("brokenCalls", "calls", "1 for each call that failed: for no place, or one too many"),
      ],
      publicState: [
        { part: "picture", label: "digits of the picture" },
        { part: "known", label: "digits that tools have shown" },
        { part: "question", label: `question, by number: ${QUESTIONS.join(", ")}` },
      ],
      oracles: { expert: expertIn(rule) },
    });

    /** The revealed digits, 0 where hidden. */
    const seen = () => known.map((digit) => Math.max(digit, 0));
    const answer = (written: number, outcomes: Float64Array): Status => {
      given[0] = rule ? truthOf(question[0], seen()) : written;
      const right = given[0] === truthOf(question[0], picture) ? 1 : 0;
      outcomes[PAYOFF] = right;
      outcomes[CORRECT] = right;
      outcomes[FORMATTED] = formatted[0];
      outcomes[EXECUTED] = broken[0] === 0 ? 1 : 0;
      outcomes[ANSWERED] = 1;
      return Status.terminated;
    };
    const call = (place: number, outcomes: Float64Array): Status => {
      const late = calls[0] >= allowed;
      const fails = late || place < 0 || place >= PLACES;
      outcomes[CALLS] = 1;
      outcomes[BROKEN] = fails ? 1 : 0;
      if (fails) broken[0] = 1;
      else known[place] = shown[place];
      if (late) return Status.terminated;
      calls[0] += 1;
      return Status.running;
    };

    return {
      spec,
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        known.fill(-1);
        const kind = questions[random.integer(questions.length)];
        question[0] = kind === "digit" ? 2 + random.integer(PLACES) : QUESTIONS.indexOf(kind);
        for (let place = 0; place < PLACES; place++) {
          picture[place] = random.integer(values);
          const misread = failure > 0 && random.uniform() < failure;
          shown[place] = misread ? (picture[place] + 1 + random.integer(values - 1)) % values : picture[place];
        }
        outcomes.fill(0);
      },
      step(actions, outcomes) {
        const token = choiceOf(actions[0], choices);
        outcomes.fill(0);
        tokens[0] += 1;
        let status: Status = Status.running;
        if (tokens[0] === 1) formatted[0] = token === FORMAT ? 1 : 0;
        else if (token >= ANSWER) status = answer(token - ANSWER, outcomes);
        else status = call(token - ZOOM, outcomes);
        return tokens[0] >= allowed + 2 ? status | Status.truncated : status;
      },
      observe(observations) {
        observations.fill(0);
        observations[question[0]] = 1;
        observations[QUESTIONS.length] = tokens[0] > 0 ? 1 : 0;
        observations[QUESTIONS.length + 1] = calls[0];
        observations.set(known, KNOWN);
      },
      scene(last) {
        const token = last && choiceOf(last.actions[0], choices);
        const answered = last?.outcomes[ANSWERED] === 1;
        return pictureScene({
          ...{ picture, known, calls: calls[0], allowed, truth: truthOf(question[0], picture) },
          matters: (place) => matters(question[0], place),
          question: `${QUESTIONS[question[0]]}${question[0] < 2 ? "" : " digit"}`,
          did: token === undefined ? "none yet" : answered ? `answer ${given[0]}` : tokenName(token),
          answer: answered ? { given: given[0], right: last?.outcomes[CORRECT] === 1 } : undefined,
        });
      },
    };
  },
});

function tokenName(token: number): string {
  if (token === FORMAT) return "the format's";
  if (token >= ANSWER) return "an answer";
  return token < NOWHERE ? `look at digit ${token - ZOOM + 1}` : "look at no digit";
}

/** Index of the digits in an observation. */
const KNOWN = QUESTIONS.length + 2;

/** Whether the digit at a place matters to a question. */
export const matters = (question: number, place: number): boolean => question < 2 || place === question - 2;

/** Plays the format token, calls for the digits that matter, and the answer; it makes all needed calls even if fewer are allowed. */
const expertIn = (rule: boolean): Oracle => ({
  meaning: "writes the format's token, calls for the digits that matter, and answers by what was shown",
  play: () =>
    reactive((observation) => {
      const question = observation.indexOf(1);
      const digits = observation.subarray(KNOWN, KNOWN + PLACES);
      const next = [...digits.keys()].find((place) => matters(question, place) && digits[place] < 0);
      if (observation[QUESTIONS.length] === 0) return FORMAT;
      if (next !== undefined) return ZOOM + next;
      return rule ? ANSWER : ANSWER + truthOf(question, digits);
    }),
});
