// The judges of answers that experiments declare, as rewards of texts: `number`, `choice`, `equals`, `pattern`, or one with parameters in YAML,
// `{ use: number, tolerance: 0.01 }`. They read the right answer, and choices, from columns.

import { z } from "zod";
import { EpisodeFailed } from "../../core/agent.ts";
import { checked } from "../../core/checked.ts";
import { contentHash } from "../../core/checksum.ts";
import { UserError } from "../../core/errors.ts";
import { canonical } from "../../core/json.ts";
import { dataAsText } from "../../core/template.ts";
import { parseYaml } from "../../core/yaml.ts";
import { rightChoices } from "../../environments/language/own-questions/choices.ts";
import {
  type AnswerJudge,
  choice,
  choiceVerdict,
  equals,
  equalsVerdict,
  number,
  numberVerdict,
  pattern,
  patternVerdict,
} from "../../environments/language/own-questions/judges.ts";
import type { KnownQuestion } from "../../environments/language/own-questions/known-questions.ts";
import type { KeyedTextReward, ScoredText } from "../../feedback/text-rewards/text-reward.ts";
import { asTexts } from "./javascript-function.ts";

const NAMES: readonly string[] = ["equals", "choice", "number", "pattern"];
const judges = z.discriminatedUnion("use", [equals, choice, number, pattern]);

/** Whether a text declares a judge of answers. */
export const isAnswerJudge = (text: string): boolean => NAMES.includes(text) || /^\{\s*use:/.test(text);

/** The judge as a reward; `gold` and `choices` are the columns that it reads. Throws a UserError where its parameters are wrong. */
export function answerJudgeReward(id: string, gold: string | undefined, choices: string | undefined): KeyedTextReward {
  const said = NAMES.includes(id) ? { use: id } : parseYaml("the judge", id).value;
  const declared = checked(judges, said, ["judge"]);
  if (gold === undefined) {
    const what = `the judge ${declared.use} holds answers against the right one, and the data have no column of it`;
    throw new UserError({ code: "no-gold", what, hint: "--columns gold=NAME" });
  }
  if (declared.use === "choice" && choices === undefined) {
    const what = "the judge choice needs a column with the list of choices";
    throw new UserError({ code: "no-choices", what, hint: "call it choices, or --columns choices=NAME" });
  }
  const known = new Map<string, { readonly question: KnownQuestion; readonly verdict: AnswerJudge }>();
  const judgeOf = ({ prompt, fields }: ScoredText) => {
    const key = canonical([prompt, fields[gold] ?? null]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const question = questionOf({ prompt, completion: "", fields }, gold, choices);
    const made = { question, verdict: verdictOf(declared, question) };
    known.set(key, made);
    return made;
  };
  return {
    ...{
      id,
      fields: [gold, ...(choices === undefined ? [] : [choices])],
      readsMessages: false,
      keepsNone: true,
      version: contentHash([id]),
    },
    score: async (texts) =>
      texts.map(asTexts).map((text) => {
        const { question, verdict } = judgeOf(text);
        try {
          // What cannot be read has no verdict, and no pay.
          return verdict(text.completion, question)?.score ?? null;
        } catch (error) {
          if (error instanceof EpisodeFailed) return null;
          throw error;
        }
      }),
    async close() {},
  };
}

function questionOf({ prompt, fields }: ScoredText, gold: string, choices: string | undefined): KnownQuestion {
  const right = fields[gold];
  const answers = (Array.isArray(right) ? right : [right]).map(dataAsText);
  const listed = choices === undefined ? undefined : fields[choices];
  const options = Array.isArray(listed) ? listed.map(dataAsText) : [];
  const question = {
    prompt,
    answers,
    choices: options,
    right: -1,
    row: {},
    number: 1,
    place: JSON.stringify(prompt.slice(0, 60)),
  };
  if (options.length === 0) return question;
  return { ...question, right: rightChoices([question], undefined, gold)[0] };
}

function verdictOf(declared: z.output<typeof judges>, question: KnownQuestion): AnswerJudge {
  switch (declared.use) {
    case "equals":
      return equalsVerdict(declared);
    case "choice":
      return choiceVerdict;
    case "number":
      return numberVerdict(declared, [question]);
    case "pattern":
      return patternVerdict(declared, [question]);
    default:
      return declared satisfies never;
  }
}
