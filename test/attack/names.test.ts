// Names that JavaScript has a use for: as variants, bidders, columns, agents and channels they change no number.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, root, scratch } from "../cli/agon.ts";

/** Both in the order of the alphabet, by which a log's bidders are seated. */
const PLAIN = ["aaa", "bbb", "ccc", "ddd"];
const STRANGE = ["__proto__", "constructor", "hasOwnProperty", "toString"];

/** What a run of this file finds, with the strange names exchanged for the plain ones. */
async function found(folder: string, text: string): Promise<unknown> {
  writeFileSync(join(folder, "e.yaml"), text);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const plain = STRANGE.reduce((told, name, k) => told.replaceAll(name, PLAIN[k]), stdout);
  const { finding, objective, variants, effects } = JSON.parse(plain);
  return { finding, objective, variants, effects };
}

/** The same run under both sets of names finds the same. */
async function alike(run: (names: readonly string[]) => Promise<unknown>): Promise<void> {
  expect(await run(STRANGE)).toEqual(await run(PLAIN));
}

test("of variants, of which `__proto__` is refused", async () => {
  await alike((names) =>
    found(
      scratch(),
      `environment: { id: coopetition/slcd, horizon: 10 }
agents: random
objective: joint.value
variants: ${JSON.stringify(Object.fromEntries(names.slice(1).map((name, k) => [name, { "environment.horizon": 5 + k }])))}
seeds: 2
episodes: 2
`,
    ),
  );
});

test("of bidders in a log, and floors for some of them by name", async () => {
  const bids = readFileSync(join(root, "examples/logs/bids.csv"), "utf8");
  const bidders = [...new Set(bids.split("\n").flatMap((line) => line.split(",")[2] ?? []))].slice(1, 5);
  expect(bidders).toHaveLength(4);
  await alike((names) => {
    const folder = scratch();
    const renamed = bidders.reduce((text, bidder, k) => text.replaceAll(`,${bidder},`, `,${names[k]},`), bids);
    writeFileSync(join(folder, "bids.csv"), renamed);
    return found(
      folder,
      `environment: { id: markets/auction, log: bids.csv, horizon: 20 }
agents: { policy: bidder/shaded }
objective: joint.spend
variants: { second price: {}, first price: { environment.rule: first-price } }
seeds: 3
record: episodes
`,
    );
  });
});

test("of columns of questions, which prompts and judges use", async () => {
  await alike(async (names) => {
    const folder = scratch();
    const rows = ["2 + 2,4,sums", "the capital of France,Paris,places"];
    writeFileSync(join(folder, "quiz.csv"), [`${names.slice(0, 3).join(",")}`, ...rows].join("\n"));
    writeFileSync(
      join(folder, "judge.js"),
      `(reply, row) => Object.keys(row).length === 3 && row[${JSON.stringify(names[1])}] === "4"`,
    );
    const server = `environment: { id: language/questions, file: ./quiz.csv, prompt: "{${names[2]}}: {${names[0]}}", judge: { use: program, file: ./judge.js } }
agents: { policy: program, command: [node, ./player.mjs] }
objective: correct
seeds: 2
`;
    writeFileSync(
      join(folder, "player.mjs"),
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "act") console.log(JSON.stringify({ action: "an answer" }));
}`,
    );
    return found(folder, server);
  });
});
