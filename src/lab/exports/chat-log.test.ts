// Conversations of language models as data for fine-tuning: those of chosen episodes, each ending with one recorded answer.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { chatServer } from "../../../test/fixtures/chat-server.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { exportRun } from "./export.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-chat-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const lineSchema = z.strictObject({
  messages: z.array(
    z.strictObject({
      role: z.string(),
      content: z.string(),
      weight: z.literal(0).optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(
          z.strictObject({ id: z.string(), type: z.literal("function"), function: z.record(z.string(), z.string()) }),
        )
        .optional(),
    }),
  ),
  tools: z.array(z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) })),
  about: z.object({ seed: z.number(), episode: z.number(), agent: z.string(), pay: z.number(), objective: z.number() }),
});

/** A writer that makes every claim, and calls twice now and then. */
async function written(agents = "record: a.jsonl") {
  const server = await chatServer((_, before) => {
    const call = { name: "make", arguments: {} };
    return { calls: before % 3 === 0 ? [call, call] : [call] };
  });
  const { folder } = await ran(`
environment: { id: persuasion/pitches, claims: 3, voters: 1 }
agents: { policy: llm, model: small, endpoint: "${server.url}", memory: 9, ${agents} }
objective: payoff
seeds: 6
`);
  return folder;
}

test("episodes that were won become conversations with one answer to learn each, whose calls have their results", async () => {
  const folder = await written();
  const out = scratch();
  const { cells } = await exportRun(folder, { format: "chat", out, where: "won = 1" });
  const [{ file }] = cells;
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => lineSchema.parse(JSON.parse(line)));
  const won = new Set(cells.map(({ seed }) => seed));
  expect(won.size).toBeGreaterThan(0);
  expect(won.size).toBeLessThan(6);
  expect(lines).toHaveLength(3 * won.size);
  for (const [k, { messages, tools, about }] of lines.entries()) {
    expect(won).toContain(about.seed);
    expect([about.episode, about.agent, about.pay]).toEqual([0, "writer", 1]);
    expect(tools.map((one) => one.function.name)).toEqual(["make", "omit"]);
    const turn = k % 3;
    const roles = ["system", "user", ...Array.from({ length: turn }, () => ["assistant", "tool"]).flat(), "assistant"];
    expect(messages.map(({ role }) => role)).toEqual(roles);
    const own = messages.filter(({ role }) => role === "assistant");
    expect(own.map(({ weight }) => weight)).toEqual([...Array.from({ length: turn }, () => 0), undefined]);
    for (const { tool_calls: calls } of own) expect(calls?.map((call) => call.function.name)).toEqual(["make"]);
    const called = own.slice(0, turn).map(({ tool_calls: calls }) => calls?.[0].id);
    expect(messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(called);
  }
  const all = await exportRun(folder, { format: "chat", out: scratch() });
  expect(all.cells).toHaveLength(6);
});

test("what has no conversations, or chooses episodes where all are written, is refused", async () => {
  const folder = await written();
  const out = scratch();
  const refused = (where: string) => expect(exportRun(folder, { format: "chat", out, where })).rejects;
  await refused("won = 7").toThrow(/no recorded answer of .* is of an episode that was played out where won = 7/);
  await refused("wonn = 1").toThrow(/wonn/);
  await expect(exportRun(folder, { format: "wandb", out, where: "won = 1" })).rejects.toThrow(
    "--where: chooses episodes, and wandb has all; leave it out, or say --format chat",
  );
  const unrecorded = await written("told: true");
  await expect(exportRun(unrecorded, { format: "chat", out })).rejects.toThrow(
    /has no recorded answers of language models in its seats; say `record: FILE`/,
  );
});
