// Audits of rewards of texts by their names: opens the rewards and the data, and writes what other programs read.

import { shownAddress } from "../../clients/openenv-session.ts";
import { UserError } from "../../core/errors.ts";
import type { AuditFinding, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import type { AuditRow } from "../../evaluation/audits/text-attacks/audit-row.ts";
import type { HeldText } from "../../evaluation/audits/text-attacks/found-attack.ts";
import { type AttackRow, type TextAudit, textAudit } from "../../evaluation/audits/text-attacks/text-audit.ts";
import type { KeyedTextReward, ScoredText, TextReward } from "../../feedback/text-rewards/text-reward.ts";
import { answerJudgeReward, isAnswerJudge } from "../text-rewards/answer-judge.ts";
import {
  type EnvironmentReward,
  isEnvironment,
  NEXT_ACTION,
  openEnvironment,
  SEED,
} from "../text-rewards/environment-reward.ts";
import {
  isTextReward,
  openTextReward,
  type TextRewardOptions,
  USUAL_REWARD_OPTIONS,
} from "../text-rewards/named-reward.ts";
import { isVerifiersName, testsColumn, verifiersTasks } from "../text-rewards/python-function.ts";
import { environmentData } from "./environment-rows.ts";
import { type NamedAttacker, openAttacker } from "./model-attacker.ts";
import { rubricWords, whereOf } from "./reward-file.ts";
import { textFix } from "./text-fixes.ts";
import { type AuditData, readAuditData, readFinds, rowsOfFinds } from "./text-rows.ts";

export interface TextAuditsOptions {
  /** The file of tasks; an environment has tasks of its own. */
  readonly data: string | undefined;
  readonly columns: Readonly<Record<string, string>>;
  /** A reward of texts, or a column of labels. */
  readonly want?: string | undefined;
  /** Finds of other tools. */
  readonly finds?: string | undefined;
  /** A language model that attacks too. */
  readonly attacker?: NamedAttacker | undefined;
  /** Whether answers are given as messages even where prompts are texts. */
  readonly isChat: boolean;
  /** The file of a repaired reward, which is written where the reward is gamed. */
  readonly fix?: string | undefined;
  readonly tries: number;
  readonly planted: number;
  readonly seed: number;
  readonly rewards?: Partial<Omit<TextRewardOptions, "directory" | "onNotice">>;
  readonly directory: string;
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
  readonly onFinding?: ((target: string, finding: AuditFinding) => void) | undefined;
}

/** Whether a name means a reward of texts, a judge of answers, or the address of an environment. */
export const isAuditedText = (name: string): boolean =>
  isTextReward(name) || isAnswerJudge(name) || isEnvironment(name);

/** Audits rewards one after the other. Throws a UserError where the data or a reward cannot be read. */
export async function textAudits(
  names: readonly string[],
  options: TextAuditsOptions,
): Promise<{ readonly audits: readonly RewardAudit[]; readonly rows: readonly AttackRow[] }> {
  const { data: file, columns, directory, want: wanted, onFinding, attacker: named, rewards, ...rest } = options;
  const attackerOf = named && openAttacker(named, { ...rest, directory, budget: rewards?.budget });
  const isLabel = wanted !== undefined && !isAuditedText(wanted);
  const label = isLabel ? { label: wanted } : {};
  const address = names.find(isEnvironment);
  const environment = address === undefined ? undefined : await environmentAt(address, options);
  let want: OpenedReward | undefined;
  const audits: RewardAudit[] = [];
  const rows: AttackRow[] = [];
  try {
    const data =
      environment === undefined
        ? await readAuditData({ file: file ?? "", columns, directory, ...label, ...(await ownTable(names, options)) })
        : await environmentData(environment, { ...options, ...label });
    const finds = options.finds === undefined ? [] : await readFinds(options.finds, directory);
    want = wanted === undefined || isLabel ? undefined : await opened(wanted, data, options);
    for (const target of names) {
      const reward = environment ?? (await opened(target, data, options));
      const called = environment === undefined ? target : shownAddress(target);
      try {
        const audited = {
          ...{ ...rest, target: called, want },
          rows: [...data.rows.map(hiding(wanted)), ...rowsOfFinds(finds, data.rows)],
          words: rubricWords(target, directory),
          known: [...data.known, ...finds],
          step: await markOf(environment, data, options),
        };
        const attacker = attackerOf?.(target);
        const audit = await textAudit({
          ...{ ...audited, reward, attacker },
          onFinding: (finding) => onFinding?.(called, finding),
        });
        attacker?.close();
        const again = async (id: string) =>
          within(id, data, options, async (repaired) => {
            return (await textAudit({ ...audited, target: id, planted: 0, reward: repaired })).audit;
          });
        const fix =
          options.fix === undefined || audit.audit.kind !== "gamed"
            ? {}
            : { fix: await textFix({ ...repairOf(target, audit, data, options), file: options.fix, again }) };
        audits.push({ ...audit.audit, ...whereOf(target), ...fix });
        const columnsOf = (prompt: string) => taskColumns(prompt, [reward, want], { data, columns });
        rows.push(...audit.rows.map((row) => ({ ...row, ...columnsOf(row.prompt), ...row })));
      } finally {
        await reward.close();
      }
    }
  } finally {
    await environment?.close();
    await want?.close();
  }
  return { audits, rows };
}

/** Makes rows that keep a column of hidden tests from the attacks. */
function hiding(want: string | undefined): (row: AuditRow) => AuditRow {
  const hidden = want === undefined ? undefined : testsColumn(want);
  return (row) => (hidden === undefined ? row : { ...row, hidden: [hidden] });
}

/** The mark between actions, where episodes of an environment have several steps. */
async function markOf(environment: EnvironmentReward | undefined, { rows }: AuditData, options: TextAuditsOptions) {
  const seed = rows[0]?.fields[SEED];
  if (environment === undefined || typeof seed !== "number") return undefined;
  if (!(await environment.goesOn(seed, options.signal))) return undefined;
  const how = "an answer is its actions, and the last one is taken again until the end";
  options.onNotice?.(`episodes of ${shownAddress(environment.id)} have several steps: ${how}`);
  return NEXT_ACTION;
}

/** Opens a reward for a piece of work. */
async function within<T>(
  id: string,
  data: AuditData,
  options: TextAuditsOptions,
  work: (reward: OpenedReward) => Promise<T>,
): Promise<T> {
  const reward = await opened(id, data, { ...options, onNotice: undefined });
  try {
    return await work(reward);
  } finally {
    await reward.close();
  }
}

/** What a repair is made of. */
function repairOf(target: string, { audit, evidence }: TextAudit, data: AuditData, options: TextAuditsOptions) {
  const fields = new Map(data.rows.map((row) => [row.prompt, row.fields] as const));
  const gold = data.names.get("gold");
  return {
    ...{ target, audit, evidence, directory: options.directory },
    // A column within another is no keyword argument.
    gold: gold?.includes(".") === true ? undefined : gold,
    paysOf: (id: string, texts: readonly HeldText[]) =>
      within(id, data, options, (reward) =>
        reward.score(texts.map((one) => ({ ...one, fields: fields.get(one.prompt) ?? {} }))),
      ),
  };
}

/** Tasks of an environment of verifiers that are read, where no file is named. */
const VERIFIERS_TASKS = 512;

/** The table of an environment of verifiers; nothing where a file is named. */
async function ownTable([name]: readonly string[], options: TextAuditsOptions) {
  if (options.data !== undefined) return {};
  const rows = await verifiersTasks(name, VERIFIERS_TASKS, {
    ...{ ...USUAL_REWARD_OPTIONS, ...options.rewards, directory: options.directory },
    columns: [],
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { file: name, table: { columns, rows, lines: rows.map((_, k) => k + 1), isByRow: true } };
}

/** An environment; `--columns` say which parts of its messages are prompt and answer. */
const environmentAt = (address: string, { columns, rewards, onNotice }: TextAuditsOptions) =>
  openEnvironment(address, {
    ...{ prompt: columns.prompt, action: columns.action, onNotice },
    seconds: rewards?.seconds ?? USUAL_REWARD_OPTIONS.seconds,
  });

/** A reward that was opened, and the columns of a task that it reads. */
interface OpenedReward extends TextReward {
  readonly fields?: readonly string[];
}

/** Columns of a task that rewards read, by their names in the data, so that what was found can be scored again. */
function taskColumns(
  prompt: string,
  rewards: readonly (OpenedReward | undefined)[],
  { data, columns }: { readonly data: AuditData; readonly columns: Readonly<Record<string, string>> },
): Readonly<Record<string, unknown>> {
  const fields = data.rows.find((row) => row.prompt === prompt)?.fields ?? {};
  const read = [...new Set(rewards.flatMap((one) => one?.fields ?? []))].map((name) => columns[name] ?? name);
  const own = read.map((name) => (Object.hasOwn(fields, name) ? name : name.split(".")[0]));
  return Object.fromEntries(own.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])));
}

async function opened(id: string, data: AuditData, options: TextAuditsOptions): Promise<OpenedReward> {
  const { directory, onNotice, rewards } = options;
  if (isEnvironment(id)) return environmentAt(id, options);
  const columns = data.columns.filter(
    (name) => name !== data.names.get("prompt") && name !== data.names.get("completion"),
  );
  if (isAnswerJudge(id)) {
    const choices = columns.find((name) => name === "choices" || name === "options");
    return asked(answerJudgeReward(id, data.names.get("gold"), choices), data.isChat, options.isChat);
  }
  const open = async (isAgain: boolean) => {
    const reward = await openTextReward(id, {
      ...USUAL_REWARD_OPTIONS,
      ...rewards,
      directory,
      onNotice: isAgain ? undefined : onNotice,
      columns,
    });
    return asked(reward, data.isChat || options.isChat, options.isChat);
  };
  let reward = await open(false);
  // A function of JavaScript is given all columns; of these the right answer alone is surely one of the task, and no label of an answer.
  const gold = data.names.get("gold");
  return {
    id,
    fields:
      reward.fields.length < columns.length || columns.length === 1 ? reward.fields : gold === undefined ? [] : [gold],
    async score(texts, signal) {
      try {
        return await reward.score(texts, signal);
      } catch (error) {
        // A program that has ended is started anew, so that one text takes no other with it.
        if (!(error instanceof UserError) || !ENDED.test(error.message)) throw error;
        await reward.close();
        reward = await open(true);
        return reward.score(texts, signal);
      }
    },
    close: () => reward.close(),
  };
}

/** What is said of a program that has ended. */
const ENDED = /\bended with\b/;

/** Gives a reward the columns that it reads, and answers as messages where prompts are conversations. */
function asked(reward: KeyedTextReward, isChat: boolean, isPromptChat: boolean): KeyedTextReward {
  const message = (role: string, content: string) => JSON.stringify([{ role, content }]);
  const given = ({ prompt, completion, fields }: ScoredText): ScoredText => ({
    prompt: isPromptChat && !prompt.startsWith("[") ? message("user", prompt) : prompt,
    completion: isChat ? message("assistant", completion) : completion,
    fields: Object.fromEntries(reward.fields.map((name) => [name, fieldIn(fields, name)])),
  });
  return { ...reward, score: (texts, signal) => reward.score(texts.map(given), signal), close: () => reward.close() };
}

function fieldIn(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name];
  const [first, ...path] = name.split(".");
  let value: unknown = fields[first];
  for (const key of path)
    value =
      typeof value === "object" && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : null;
  return value ?? null;
}

/** Throws a UserError where names of rewards of texts stand beside others, or lack data. */
export function checkTextNames(
  names: readonly string[],
  { data, want }: { readonly data?: string | undefined; readonly want?: string | undefined },
): void {
  const other = names.find((name) => !isAuditedText(name));
  if (other !== undefined) {
    const what = `${other} is no reward of texts, and ${names.find(isAuditedText)} is one`;
    throw new UserError({ code: "mixed-audits", what, hint: "audit them by two commands" });
  }
  const address = names.find(isEnvironment);
  if (address !== undefined && names.length > 1) {
    const what = `${shownAddress(address)} is an environment with tasks of its own, and is audited alone`;
    throw new UserError({ code: "audited-alone", what, hint: `agon audit ${address}` });
  }
  if (address !== undefined && data === undefined && want === undefined) {
    const what = `nothing says what is wanted of ${shownAddress(address)}`;
    const hint = "--data FILE with seeds, or prompts, and right answers; or --want ./want.py:truth";
    throw new UserError({ code: "no-want", what, hint });
  }
  // An environment of verifiers has tasks of its own.
  const hasTasks = names.length === 1 && isVerifiersName(names[0]);
  if (data === undefined && address === undefined && !hasTasks) {
    const what = `${names[0]} is a reward of texts, and is audited on tasks`;
    throw new UserError({
      code: "no-data",
      what,
      hint: "add --data FILE with a column prompt, and answer where it has right ones",
    });
  }
}
