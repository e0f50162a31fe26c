// Damage at random places of every kind of file that a store holds. Each is found, named and made good, or changes no number. None
// stays unnoticed, and none stops a command by an error of Agon's own.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grouped } from "../../src/core/grouped.ts";
import { Random } from "../../src/core/random.ts";
import { agon, type Outcome, root } from "../cli/agon.ts";
import { start } from "../cli/process.ts";
import { attacks } from "./length.ts";

/** Small experiments that leave every kind of file behind. */
const LEARNING = `
environment: { id: control/cart-pole, horizon: 50 }
agents: { policy: ppo, steps: 512, copies: 4, rollout: 32, hidden: [4], segments: 2 }
objective: success
variants: { survival: { reward: private }, success: { reward: { channel: success } } }
seeds: 2
episodes: 2
`;
const examples = (file: string): string => join(root, "examples", file);
const EXPERIMENTS = [
  ["learning", "learning.yaml"],
  ["a log", examples("bid-log.yaml")],
  ["a language model", examples("llm.yaml")],
  ["questions of a file", examples("quiz/quiz.yaml")],
] as const;

const home = mkdtempSync(join(tmpdir(), "agon-damage-"));
const work = join(home, "work");
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What commands say of a store, as far as it is numbers and words about them. */
interface Answers {
  readonly report: unknown;
  readonly rows: unknown;
  readonly run: unknown;
}

const QUERY = "select count(*) n, sum(pay) pay, sum(steps) steps, min(seed) low, max(seed) high from episodes";
const COMMANDS: Readonly<Record<keyof Answers, (file: string) => string[]>> = {
  report: () => ["report", "latest", "--json"],
  rows: () => ["query", QUERY, "--all", "--json"],
  run: (file) => ["run", file, "--seeds", "2", "--workers", "0", "--json"],
};

/** The part of an answer that damage must not change without a word. */
function numbers(stdout: string): unknown {
  const { finding, variants, effects, objective, ...others } = JSON.parse(stdout);
  return finding === undefined ? Object.values(others) : { finding, variants, effects, objective };
}

type Harm = readonly [what: string, of: (bytes: Buffer, random: Random) => Buffer];
const HARMS: readonly Harm[] = [
  ["a bit turned", turned],
  ["a byte set to 0", (bytes, random) => withBytes(bytes, random.integer(bytes.length), 1)],
  ["cut", (bytes, random) => bytes.subarray(0, random.integer(bytes.length))],
  ["its end zeroed", (bytes, random) => withBytes(bytes, random.integer(bytes.length), bytes.length)],
  ["bytes added", (bytes, random) => Buffer.concat([bytes, Buffer.alloc(1 + random.integer(64), random.integer(256))])],
  ["empty", () => Buffer.alloc(0)],
];

function turned(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  copy[random.integer(bytes.length)] ^= 1 << random.integer(8);
  return copy;
}

const withBytes = (bytes: Buffer, from: number, count: number): Buffer =>
  Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + count));

const cellOf = (file: string): string | undefined => /^cells\/[^/]+\//.exec(file)?.[0];

/** Most damage is one bit; the rest is of each other kind alike. */
const harmOf = (random: Random): Harm => HARMS[Math.max(0, random.integer(2 * HARMS.length) - HARMS.length)];

// All files of a kind have one name here, such as "cells/*/seals/*.json".
const kindOf = (file: string): string =>
  file.replaceAll(/[^/]*[0-9a-f]{8,}[^/.]*/g, "*").replaceAll(/-?\d+(?=\.\w+$)/g, "*");

describe.each(EXPERIMENTS)("the store of %s", (name, file) => {
  const whole = join(home, name);
  let sound: Answers;
  const given = file.startsWith("/") ? file : join(home, file);

  /** In a process of its own where what was read stays in the memory of one: a run, of logs. */
  async function perform(command: keyof Answers, ownProcess: boolean): Promise<Outcome> {
    const words = [...COMMANDS[command](given), "--store", work];
    return ownProcess ? start(words, { cwd: home }).done : agon(words, { cwd: home });
  }

  /** Whether commands name a file that was damaged; an error where one neither names it nor answers as before. */
  async function isReported(kind: string, place: string, where: string): Promise<boolean> {
    let isNoticed = false;
    for (const command of ["report", "rows", "run"] as const) {
      const { code, stdout, stderr } = await perform(command, command === "run" && kind.startsWith("logs/"));
      // A damaged seal may name the file of its cell that is another than it says; of the store's own mark the store is named.
      const about = place === "store.json" ? work : (cellOf(place) ?? place);
      const named = [stderr, stdout].some((text) => text.includes(about));
      const label = `${where}\n${command}: ${stderr}`;
      isNoticed ||= named;
      expect([0, 2], label).toContain(code);
      if (code === 2) expect(named, label).toBe(true);
      else if (!named || command === "run") expect(numbers(stdout), label).toEqual(sound[command]);
    }
    return isNoticed;
  }

  beforeAll(async () => {
    writeFileSync(join(home, "learning.yaml"), LEARNING);
    rmSync(work, { recursive: true, force: true });
    await perform("run", false);
    cpSync(work, whole, { recursive: true });
    const readNumbers = async (command: keyof Answers) => numbers((await perform(command, false)).stdout);
    sound = { report: await readNumbers("report"), rows: await readNumbers("rows"), run: await readNumbers("run") };
  });

  test("shows every damage, or none has an effect", async () => {
    const files = readdirSync(whole, { recursive: true, encoding: "utf8" }).filter((one) =>
      statSync(join(whole, one)).isFile(),
    );
    const kinds = [...grouped(files.sort(), kindOf)];
    const tally = new Map<string, number>();
    for (let k = 0; k < attacks(2, 500); k++) {
      const random = Random.of(1, name, k);
      const [kind, alike] = kinds[random.integer(kinds.length)];
      const place = alike[random.integer(alike.length)];
      const [what, harm] = harmOf(random);
      rmSync(work, { recursive: true, force: true });
      cpSync(whole, work, { recursive: true });
      writeFileSync(join(work, place), harm(readFileSync(join(whole, place)), random));
      const isNoticed = await isReported(kind, place, `${k}: ${place}: ${what}`);
      const key = `${kind}: ${isNoticed ? "found" : "without effect"}`;
      tally.set(key, (tally.get(key) ?? 0) + 1);
    }
    if (attacks(0, 1) === 1) console.table([...tally].sort());
    expect(tally.size).toBeGreaterThan(0);
  }, 7_200_000);
});
