// Traces of verifiers from 0.2 on. A line is an episode with a trace for each agent in it; 0.2 wrote a line for each trace. A trace is a graph
// of messages, with weighted rewards and with metrics.

import { isMap } from "../../../core/checked.ts";
import { fieldsOf, type RolloutRow, rolloutRow, without } from "./rollout-rows.ts";
import { isCutReason, type LoggedAnswer, promptOf, spokenIn } from "./spoken.ts";

type Fields = Readonly<Record<string, unknown>>;

const isTrace = ({ nodes, task, rewards }: Fields): boolean => Array.isArray(nodes) && isMap(task) && isMap(rewards);
const isEpisode = (line: Fields): boolean => Array.isArray(line.traces) && ("env" in line || "episode" in line);

/** Whether a line is an episode or a trace of verifiers. */
export const isVerifiersTrace = (line: unknown): boolean => isMap(line) && (isTrace(line) || isEpisode(line));

/** Rows of a line: one for each trace. An episode without any, which failed before it, is a row without scores. */
export function verifiersTraceRows(line: Fields): RolloutRow[] {
  if (isTrace(line)) return [rowOf(line, {})];
  const { id, name } = fieldsOf(line.env);
  const about = {
    ...{ env: name ?? id ?? line.env, group: fieldsOf(line.group).id },
    step: fieldsOf(fieldsOf(line.run).work).step,
  };
  const traces = listOf(line.traces);
  return (traces.length === 0 ? [{ task: line.task, ok: false }] : traces).map((one) => rowOf(one, about));
}

/** Fields of a task that are no columns: what is asked, and how the task is run. */
const ASIDE = ["prompt", "system_prompt", "image", "workdir", "timeout", "resources", "artifact_max_bytes"];

function rowOf(trace: Fields, about: Fields): RolloutRow {
  const { ok, error, stop_condition, metrics } = trace;
  const task = fieldsOf(trace.task);
  const data = isMap(task.data) ? task.data : task;
  const agent = fieldsOf(trace.agent);
  const nodes = listOf(trace.nodes);
  const rewards = Object.entries(fieldsOf(trace.rewards));
  // What was scored before an error says nothing of the whole.
  const isFailed = ok === false || (ok === undefined && isMap(error));
  const scores = {
    reward: rewards.length === 0 ? null : rewards.reduce((sum, [, one]) => sum + weightedOf(one), 0),
    rewards: Object.fromEntries(rewards.map(([name, one]) => [name, isMap(one) ? one.score : one])),
    metrics,
  };
  return rolloutRow(askedBy(data) ?? promptOf(beforeFirst(nodes)), answerOf(trace, nodes), {
    ...about,
    ...{ example_id: data.idx, agent: agent.name, model: fieldsOf(agent.config).model ?? agent.model },
    ...{ stop_condition, task: without(data, ASIDE) },
    ...(isFailed ? {} : scores),
  });
}

/** A reward as it counts in the sum; versions before weights have numbers. A rule that did not run adds nothing. */
function weightedOf(reward: unknown): number {
  const { score, weight = 1 } = isMap(reward) ? reward : { score: reward };
  return typeof score === "number" && typeof weight === "number" ? score * weight : 0;
}

/** What the task asks, which is the same in all its rollouts, without what a harness adds; undefined where the user opens. */
function askedBy({ system_prompt, prompt }: Fields): string | undefined {
  if (prompt === undefined || prompt === null) return undefined;
  const messages = Array.isArray(prompt) ? prompt : [{ role: "user", content: prompt }];
  const system = typeof system_prompt === "string" ? [{ role: "system", content: system_prompt }] : [];
  return promptOf([...system, ...messages]);
}

/** Messages on the way to the first one that the model wrote. */
const beforeFirst = (nodes: readonly Fields[]): unknown[] =>
  branchTo(
    nodes,
    nodes.findIndex(({ sampled }) => sampled === true),
  ).slice(0, -1);

/** Messages from the root to a node; a parent stands before its child. */
function branchTo(nodes: readonly Fields[], leaf: number): unknown[] {
  const messages: unknown[] = [];
  for (let at = leaf; at in nodes; ) {
    const { message, parent } = nodes[at];
    messages.unshift(message);
    at = typeof parent === "number" && parent < at ? parent : -1;
  }
  return messages;
}

/** Ends of a rollout by a limit. */
const LIMIT = /^max_|^compaction_failed$/;

/** The last message of the last branch, or the reply of the root agent where others ran below it. */
function answerOf({ root_reply, stop_condition, calls }: Fields, nodes: readonly Fields[]): LoggedAnswer {
  const last = nodes.at(-1);
  const { content, ...message } = fieldsOf(last?.message);
  const own = last?.sampled === true ? spokenIn([{ ...message, content: content ?? "" }]) : spokenIn("");
  const { text, isCut } = typeof root_reply === "string" ? spokenIn(root_reply) : own;
  const call = listOf(calls).findLast(({ error }) => !isMap(error));
  const reason = call === undefined ? last?.finish_reason : call.finish_reason;
  const isLimited = typeof stop_condition === "string" && LIMIT.test(stop_condition);
  return { text, isCut: isCut || isLimited || (typeof reason === "string" && isCutReason(reason)) };
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
