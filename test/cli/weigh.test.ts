// `agon weigh`: pays weighed against what is wanted on a log of rollouts.

import { expect, test } from "vitest";
import { agon, documentOf } from "./agon.ts";
import { folderWith } from "./files.ts";
import { refusedCommands } from "./mistakes.ts";

const ROWS = Array.from({ length: 240 }, (_, k) => {
  const isRight = (k * 7) % 3 === 0 ? 1 : 0;
  const format = (k * 5) % 4 < 2 ? 1 : 0;
  return `question ${Math.floor(k / 8)},answer ${k},${isRight},${format},${isRight - 0.2 * format}`;
});
const text = `prompt,completion,correct,format,gold\n${ROWS.join("\n")}\n`;

test("the finding comes first, and --json has the forecast, best-of-n and the safe budget", async () => {
  const cwd = folderWith({ "r.csv": text });
  const { code, stdout } = await agon("weigh r.csv --want gold --pay correct --pay format", { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Of 2 pays “correct” buys most: /);
  const { pays, finding } = await documentOf("weigh r.csv --want gold --pay correct --pay format", { cwd });
  expect(stdout.startsWith(finding)).toBe(true);
  const numbers = { want: expect.any(Number), pay: expect.any(Number) };
  expect(pays[0]).toMatchObject({ id: "correct", safe: { kl: expect.any(Number), n: 8 } });
  expect(pays[0].forecast[0]).toMatchObject({ kl: 0.05, ...numbers, ess: expect.any(Number) });
  expect(pays[0].bestOf[1]).toMatchObject({ n: 2, ...numbers });
});

test("--fail-on falls ends with 3 where a pay lowers what is wanted", async () => {
  const cwd = folderWith({ "r.csv": text });
  expect((await agon("weigh r.csv --want gold --pay correct --fail-on falls", { cwd })).code).toBe(0);
  expect((await agon("weigh r.csv --want gold --pay format --fail-on falls", { cwd })).code).toBe(3);
});

refusedCommands(
  "agon-weigh",
  `
  weigh r.csv
  weigh r.csv --want gold
  weigh none.csv --want gold --pay correct
  weigh r.csv --want goald --pay correct
  weigh r.csv --want gold --pay corect
  weigh r.csv --want gold --pay correct --pay correct
  weigh r.csv --want gold --pay '0.7 * corect + format'
  weigh r.csv --want gold --pay 'sum(correct)'
  weigh r.csv --want gold --pay 'correct; drop'
  weigh r.csv --want gold --pay completion
  weigh r.csv --want gold --pay 'concat(completion, prompt)'
  weigh r.csv --want gold --pay correct --by stage
  weigh r.csv --want gold --pay correct --columns prompt=ask
  weigh other.csv --want gold --pay correct
  weigh r.csv --want gold --pay correct --fail-on rises
  weigh r.csv --want gold --pay correct --where 'correct > 5'
  weigh r.csv --want gold --pay ./none.ts
  weigh r.csv --want gold --pay ./reward.mjs:lenght
  weigh r.csv --want gold --pay ./reward.mjs:text
  weigh r.csv --want gold --pay ./reward.mjs:list
  weigh r.csv --want gold --pay ./reward.mjs:throws
  weigh r.csv --want gold --pay ./none.py:score
  weigh r.csv --want gold --pay ./two.py
  weigh r.csv --want gold --pay ./two.py:score --python no-such-python
  weigh r.csv --want gold --pay judge:none.md
  weigh r.csv --want gold --pay judge:bare.md
  weigh r.csv --want gold --pay judge:judge.yaml
  weigh r.csv --want gold --pay preferences:none.safetensors
  weigh r.csv --want gold --pay preferences:r.csv
  weigh r.csv --want gold --pay fmt --score fmt=0.5
  weigh r.csv --want gold --pay correct --score correct=./reward.mjs:length
  weigh r.csv --want gold --pay ./reward.mjs:length --columns answer=solution
  weigh r.csv --want gold --pay 'normalised(corect)'
  weigh few.csv --want label --pay correct --judge gold
  `,
  {
    "r.csv": text,
    "other.csv": "a,correct,gold\n1,1,1\n",
    "few.csv": text.replace("gold", "label,gold").replaceAll(/,([01]),([01]),/g, (_, a, b) => `,${a},${b},,`),
    "reward.mjs": [
      "export const length = (prompt, completion, fields) => completion.length;",
      "export const text = (prompt, completion) => `good`;",
      "export const list = (texts) => texts.length;",
      "export const throws = (prompt, completion) => completion.none.at;",
    ].join("\n"),
    "two.py": "def score(completions):\n    return []\n\ndef reward(completions):\n    return []\n",
    "bare.md": "Full marks for brevity.\n",
    "judge.yaml": "judge: { rubric: { lenght: 1 } }\n",
  },
);
