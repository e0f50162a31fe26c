// Questions from a user's file: the environment asks a question, the agent writes any text and stops, and a judge grades it. An episode may
// ask several questions in sequence.

import { EpisodeFailed } from "../../../core/agent.ts";
import type { Channel } from "../../../core/channel.ts";
import {
  type Asker,
  type AskingPlace,
  type NumericEnvironment,
  type Oracle,
  Status,
} from "../../../core/environment.ts";
import { UserError, unknownName } from "../../../core/errors.ts";
import { layout } from "../../../core/layout.ts";
import { dataAsText } from "../../../core/template.ts";
import { choicesOf, textIn, UNICODE } from "../../../core/text.ts";
import type { DataTable } from "../../../logs/table.ts";
import { choiceOf, event, field, once, singleAgentSpec } from "../../declaration.ts";
import { checkName } from "./criterion-name.ts";
import { crossed } from "./crossed.ts";
import {
  type AnswerJudge,
  choiceVerdict,
  equalsVerdict,
  type Judgement,
  numberVerdict,
  patternVerdict,
  programVerdict,
  schemaVerdict,
} from "./judges.ts";
import { type KnownQuestion, questionsIn } from "./known-questions.ts";
import { type DeclaredJudge, type FileParameters, judgeOf } from "./parameters.ts";
import { COUNTS, type RubricJudge, rubricJudge } from "./rubric.ts";
import { ruleJudge } from "./rules.ts";

/** Maximum number of characters of an episode, since all are observed at every step. */
const MOST_CHARACTERS = 2_000_000;

/** Separator between an answer and the next question. */
const GAP = "\n\n";

/** Fields that are recorded for every episode. */
const KEPT = ["row", "question", "reply", "answer"];

/** Channels with facts rather than verdicts. */
const UNJUDGED = ["answered", "cut", "characters"];

/** Channel for a share of an episode's questions, reported after the last one; with one question it is 0 or 1. */
const shareOf = (name: string, meaning: string, questions: number): Channel =>
  questions === 1 ? once(name, "share", meaning) : event(name, "share of questions", meaning);

/** Channels of an episode; where the judge `reads` several answers, unreadable ones do not count in the shares of right answers. */
const channelsOf = (questions: number, reads: boolean): readonly Channel[] => [
  event("payoff", "reward", "what the task itself pays: the share of right answers, when the last is given"),
  shareOf(
    "correct",
    `share of the questions that are answered right${reads ? ", of those that can be read" : ""}`,
    questions,
  ),
  event("score", "share of the full score", "what the judge gives the answers, from 0 to 1, in the mean"),
  shareOf("answered", "share of the questions that are answered with anything but blanks", questions),
  shareOf("cut", "share of the questions whose answer was longer than it may be", questions),
  event("characters", "characters", "1 for each character that the agent writes"),
  ...(reads ? [shareOf("unreadable", "share of the questions whose answers cannot be read", questions)] : []),
];
const [PAYOFF, CORRECT, SCORE, ANSWERED, CUT, CHARACTERS, OWN] = Array(7).keys();
/** Channel of unreadable answers, where otherwise those of the criteria start. */
const UNREADABLE = OWN;

/** Creates the environment for the rows of a table. */
export function questionsOfFile(asWritten: DataTable, given: FileParameters): NumericEnvironment {
  const { table, times } = crossed(asWritten, given.cross ?? {});
  const declared = judgeOf(given);
  if (declared.use === "choice" && given.choices === undefined) {
    const what = "a choice is judged, and there are no choices";
    const hint = "choices: [a, b, c], each a column, or choices: COLUMN with a list";
    throw new UserError({ code: "no-choices", what, path: ["judge"], hint });
  }
  const { questions: bank, longest: longestPrompt } = questionsIn(table, given, needsAnswers(declared));
  const { questions: n, longest, order, after } = given;
  const factors = [...Object.keys(given.cross ?? {}), ...(given.factors ?? [])];
  const unread = whyUnreadable(declared);
  const common = channelsOf(n, unread !== undefined && n > 1);
  const taken = [...common.map(({ name }) => name), ...KEPT];
  checkFactors(given, asWritten.columns, taken);
  const asking = declared.use === "model" ? rubricJudge(declared, table.columns, [...taken, ...factors]) : undefined;
  const ruling = declared.use === "rules" ? ruleJudge(declared, table.columns, [...taken, ...factors]) : undefined;
  const verdict =
    declared.use === "model" ? undefined : declared.use === "rules" ? ruling?.verdict : verdictOf(declared, bank);
  const criteria = [
    ...(asking?.criteria ?? []).map(({ name, meaning }) =>
      shareOf(name, `share of the answers of which the judge says: ${meaning}`, n),
    ),
    ...(ruling?.criteria ?? []).map(({ name, meaning }) => shareOf(name, `share of the answers that ${meaning}`, n)),
  ];
  const channels = [...common, ...criteria].map((channel) =>
    asking === undefined || UNJUDGED.includes(channel.name) ? channel : { ...channel, judge: "a language model" },
  );
  const context = n * (longestPrompt + longest + GAP.length);
  if (context > MOST_CHARACTERS) {
    const what = `an episode could have ${context.toLocaleString("en-US")} characters`;
    const hint = `at most ${MOST_CHARACTERS.toLocaleString("en-US")} fit: fewer questions, or a smaller \`longest\``;
    throw new UserError({ code: "too-long", what, path: ["longest"], hint });
  }
  const horizon = n * (longest + 1);
  const state = layout({
    text: [context],
    length: [1],
    /** Rows of the episode, from 0, and the index of the current one. */
    rows: [n],
    turn: [1],
    /** Start and end positions of the answers. */
    begun: [n],
    ended: [n],
    steps: [1],
    /** Sums over finished questions, by channel. */
    sums: [channels.length],
    /** Number of questions with unreadable answers. */
    unreadable: [1],
  });
  const { text, length, rows, turn, begun, ended, steps, sums, unreadable } = state.views;

  const append = (said: string): void => {
    for (const character of said) text[length[0]++] = character.codePointAt(0) ?? 0;
  };
  const textBetween = (from: number, to: number): string => {
    let said = "";
    for (let k = from; k < to; k++) said += UNICODE.characterOf(text[k]);
    return said;
  };
  const current = (): KnownQuestion => bank[rows[turn[0]]];
  const reply = (): string => textBetween(begun[turn[0]], length[0]);
  const begin = (): void => {
    if (turn[0] > 0) append(GAP);
    append(current().prompt);
    begun[turn[0]] = length[0];
  };
  /** The text to judge; undefined where there is nothing to judge. */
  const judged = (): string | undefined => {
    const said = reply();
    const at = said.lastIndexOf(after);
    return said.trim() === "" || at < 0 ? undefined : said.slice(after === "" ? 0 : at + after.length);
  };
  /** The verdict requested before the step. */
  let pending: Judgement | undefined;

  /** Ends the current question, whose answer has ended or was cut. */
  const end = (cut: boolean): void => {
    ended[turn[0]] = length[0];
    if (cut) {
      sums[CUT] += 1;
      return;
    }
    if (reply().trim() !== "") sums[ANSWERED] += 1;
    const said = judged();
    if (said === undefined && unread === undefined) return;
    // A judge that was not queried, as during a replay, has given no verdict.
    const judgement =
      verdict === undefined ? (pending ?? SILENCE) : said === undefined ? undefined : verdict(said, current());
    pending = undefined;
    if (judgement === undefined) {
      unreadable[0] += 1;
      return;
    }
    const { score, correct, met = [] } = judgement;
    sums[SCORE] += score;
    sums[CORRECT] += Number.isNaN(score) ? score : Number(correct);
    for (const [k, one] of met.entries()) sums[OWN + k] += one;
  };

  const each = (of: (k: number) => string): string => Array.from({ length: turn[0] + 1 }, (_, k) => of(k)).join(GAP);
  return {
    spec: {
      ...singleAgentSpec({
        label: "writer",
        horizon,
        action: { choices: UNICODE.size },
        actionUnit: "character",
        alphabet: UNICODE,
        documentEnd: "",
        observation: [field("text", 0, UNICODE.size - 1, "code points of the characters so far", { size: context })],
        channels,
        publicState: [],
        deterministic: bank.length === 1,
        oracles: EXACT.includes(declared.use) ? { expert: expertOf(bank, given) } : undefined,
      }),
      ...(declared.use === "equals" ? {} : { fallible: true }),
      ...(order === "file" ? { listed: Math.ceil(bank.length / n) } : {}),
    },
    state,
    texts: {
      text: () => textBetween(0, length[0]),
      row: () => Array.from(rows.subarray(0, turn[0] + 1), (row) => Math.ceil(bank[row].number / times)).join(" "),
      question: () => each((k) => bank[rows[k]].prompt),
      reply: () => each((k) => textBetween(begun[k], k < turn[0] ? ended[k] : length[0])),
      answer: () => each((k) => bank[rows[k]].answers[0] ?? ""),
      ...Object.fromEntries(factors.map((name) => [name, () => each((k) => dataAsText(bank[rows[k]].row[name]))])),
    },
    keeps: [...KEPT, ...factors],
    ...(n === 1
      ? {
          audited: {
            criteria: (asking ?? ruling)?.criteria.map(({ name }) => name) ?? ["correct"],
            factors,
            question: "row",
          },
        }
      : {}),
    ...(asking === undefined || declared.use !== "model"
      ? {}
      : {
          asker: askerOf(asking, declared, (actions) => {
            const said = choiceOf(actions[0], UNICODE.size) === 0 ? judged() : undefined;
            if (said === undefined) return undefined;
            const tell = (judgement: Judgement): void => {
              pending = judgement;
            };
            return { said, question: current(), tell };
          }),
        }),
    reset(random, outcomes, place) {
      state.buffer.fill(0);
      pending = undefined;
      asking?.forget();
      for (let k = 0; k < n; k++) {
        if (order === "file" && place !== undefined) rows[k] = (place * n + k) % bank.length;
        else
          do rows[k] = random.integer(bank.length);
          while (n <= bank.length && rows.subarray(0, k).includes(rows[k]));
      }
      begin();
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      outcomes.fill(0);
      steps[0] += 1;
      const last = steps[0] >= horizon ? Status.truncated : Status.running;
      const character = choiceOf(actions[0], UNICODE.size);
      if (character !== 0 && length[0] - begun[turn[0]] < longest) {
        text[length[0]++] = character;
        outcomes[CHARACTERS] = 1;
        return last;
      }
      end(character !== 0);
      if (turn[0] + 1 < n) {
        turn[0] += 1;
        begin();
        return last;
      }
      if (unreadable[0] === n) throw new EpisodeFailed(`no answer could be read: ${unread}`);
      for (let c = 0; c < channels.length; c++) if (c !== CHARACTERS) outcomes[c] = sums[c] / n;
      for (const c of [CORRECT, SCORE]) outcomes[c] = sums[c] / (n - unreadable[0]);
      if (unreadable[0] > 0) outcomes[UNREADABLE] = unreadable[0] / n;
      outcomes[PAYOFF] = outcomes[CORRECT];
      return Status.terminated | last;
    },
    observe(observations) {
      // An episode may have room for far more characters than it has.
      const [end] = length;
      for (let k = 0; k < end; k++) observations[k] = text[k];
      observations.fill(0, end);
    },
  };
}

const SILENCE: Judgement = { score: Number.NaN, correct: false };

/** Reason for an unreadable answer, for judges that parse answers. */
function whyUnreadable(judge: DeclaredJudge): string | undefined {
  if (judge.use === "choice") return "it gives no choice, or more than one";
  if (judge.use === "number") return "it gives no number, or more than one";
  const reads = judge.use === "rules" && Object.values(judge.criteria).some((one) => "recommends" in one);
  return reads ? "it recommends none of the names, or more than one" : undefined;
}

/** Throws a UserError where a factor of the file is no column, or is called as what an episode keeps already. */
function checkFactors(
  { cross = {}, factors = [], file = "" }: FileParameters,
  columns: readonly string[],
  taken: readonly string[],
): void {
  for (const [k, name] of factors.entries()) {
    const path = ["factors", k];
    if (!columns.includes(name)) throw new UserError({ ...unknownName(`column of ${file}`, name, columns), path });
    checkName(name, taken, path, "factor");
  }
  for (const name of Object.keys(cross)) checkName(name, taken, ["cross", name], "factor");
}

/** Judges that compare replies with the file's answers exactly. */
const EXACT: readonly DeclaredJudge["use"][] = ["equals", "choice", "number"];

const needsAnswers = (judge: DeclaredJudge): boolean =>
  EXACT.includes(judge.use) || (judge.use === "pattern" && judge.pattern === undefined);

function verdictOf(
  judge: Exclude<DeclaredJudge, { use: "model" | "rules" }>,
  questions: readonly KnownQuestion[],
): AnswerJudge {
  switch (judge.use) {
    case "equals":
      return equalsVerdict(judge);
    case "choice":
      return choiceVerdict;
    case "number":
      return numberVerdict(judge, questions);
    case "pattern":
      return patternVerdict(judge, questions);
    case "schema":
      return schemaVerdict(judge);
    case "program":
      return programVerdict(judge);
    default:
      return judge satisfies never;
  }
}

/** A player that knows the file and writes the right answers. */
function expertOf(questions: readonly KnownQuestion[], { after, longest }: FileParameters): Oracle {
  const known = new Map(questions.map(({ prompt, answers }) => [prompt, answers[0] ?? ""]));
  const answerTo = (text: string): string => {
    const prompt = known.has(text) ? text : questions.find((one) => text.endsWith(`${GAP}${one.prompt}`))?.prompt;
    return `${after}${known.get(prompt ?? "") ?? ""}`;
  };
  return {
    meaning: "writes the right answer as the file has it",
    play() {
      let pending: number[] = [];
      return {
        reset() {
          pending = [];
        },
        act(observation, action) {
          if (pending.length === 0) {
            const answer = [...answerTo(textIn(observation, UNICODE))].slice(0, longest);
            pending = choicesOf(answer.join(""), UNICODE);
          }
          action[0] = pending.shift() ?? 0;
        },
      };
    },
  };
}

/** Text to judge before a step, and a callback for the verdict; undefined where there is nothing to judge. */
type Due = (
  actions: Float64Array,
) => { readonly said: string; readonly question: KnownQuestion; tell(judgement: Judgement): void } | undefined;

function askerOf(
  judge: RubricJudge,
  { parallel, price, record, replay }: Extract<DeclaredJudge, { use: "model" }>,
  due: Due,
): Asker {
  let place: AskingPlace | undefined;
  return {
    remote: {
      parallel,
      counts: COUNTS.filter(({ name }) => name !== "judgeCost" || price !== undefined),
      inputs: replay === "" ? [] : [replay],
      outputs: record === "" ? [] : [record],
      priced: price !== undefined || replay !== "",
      ready: (directory) => judge.model(directory).ready(),
    },
    counts: judge.counts,
    requests: judge.requests,
    connect(at) {
      place = at;
    },
    ask(actions) {
      const request = due(actions);
      if (request === undefined) return undefined;
      if (place === undefined) throw new Error("a world asks its judge before it is connected");
      return judge.verdict(request.said, request.question, place).then(request.tell);
    },
  };
}
