// `agon run --claims`: exit codes, the JUnit file, sizes of seeds, and claims that are older or younger than the run; `agon check` of a file.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { agon, documentOf } from "./agon.ts";
import { folderWith } from "./files.ts";

const EXPERIMENT = `title: What is "paid" & <wanted>?
environment: { id: coopetition/slcd, horizon: 10 }
agents: { policy: equilibrium, noise: 1 }
objective: joint.value
variants:
  private: { reward: private }
  cooperative: { reward: cooperative }
seeds: { short: 3, full: 5 }
`;
const HOLDS = "it pays: 'cooperative: joint.value > private'";
const FAILS = "it <costs>: 'cooperative: joint.value < private'";

const folder = (...claims: readonly string[]) =>
  folderWith({
    "x.yaml": `${EXPERIMENT}${claims.length === 0 ? "" : "claims:\n"}${claims.map((one) => `  ${one}\n`).join("")}`,
  });

/** A level that noise leaves open: the mean of the three seeds, as the first run prints it. */
async function undecided(): Promise<string> {
  const { variants } = await documentOf("run x.yaml", { cwd: folder() });
  return `noise decides: 'private: joint.value > ${variants[0].objective.mean}'`;
}

test("the exit code is that of the claims, where it is wanted", async () => {
  const open = await undecided();
  const codes = async (...claims: readonly string[]) => {
    const cwd = folder(...claims);
    const { code, stdout } = await agon("run x.yaml --claims", { cwd });
    return [code, /^\d claims?: .*?(?= \()/m.exec(stdout)?.[0]];
  };
  expect(await codes(HOLDS)).toEqual([0, "1 claim: 1 holds"]);
  expect(await codes(HOLDS, FAILS, open)).toEqual([3, "3 claims: 1 holds, 1 fails, 1 is undecided"]);
  expect(await codes(HOLDS, open)).toEqual([4, "2 claims: 1 holds, 1 is undecided"]);
  const { code } = await agon("run x.yaml", { cwd: folder(FAILS) });
  expect(code).toBe(0);
});

test("a claim may be about what a learner measured at the end of its training", async () => {
  const text = `environment: control/cart-pole
agents: { policy: ppo, steps: 8000 }
objective: payoff
variants: { learns: {}, stays: { agents.rate: 1.0e-9 } }
seeds: 3
claims:
  it grows sure: "learns: training.entropy < stays"
  it stays unsure: "stays: training.entropy >= 0.69"
  it is paid: "stays: training.pay > 5"
  it is wanted: "stays: training.objective > 5"
`;
  const { claims } = await documentOf("run x.yaml", { cwd: folderWith({ "x.yaml": text }) });
  const verdicts = claims.map(({ verdict, n }: { verdict: string; n: number }) => [verdict, n]);
  expect(verdicts).toEqual([
    ["holds", 3],
    ["holds", 3],
    ["holds", 3],
    ["holds", 3],
  ]);
});

test("what claims nothing, or cannot be judged, is refused before a cell is computed", async () => {
  const none = await agon("run x.yaml --claims", { cwd: folder() });
  expect([none.code, none.complaint.trim()]).toEqual([
    2,
    'agon: x.yaml: claims nothing; write claims: { it pays: "cooperative: joint.value > private" }',
  ]);
  const unknown = await agon("run x.yaml", { cwd: folder("it pays: 'cooperativ: joint.value > private'") });
  expect([unknown.code, unknown.complaint]).toEqual([
    2,
    expect.stringMatching(/^agon: x.yaml:10:12: .* did you mean "cooperative"/),
  ]);
});

test("the JUnit file has each claim, and the JSON document too", async () => {
  const cwd = folder(HOLDS, FAILS, await undecided());
  const { claims, flags } = JSON.parse((await agon("run x.yaml --full --junit out.xml --json", { cwd })).stdout);
  expect(flags).toEqual(["--full"]);
  expect(claims.map(({ verdict, n }: { verdict: string; n: number }) => [verdict, n])).toEqual([
    ...[
      ["holds", 5],
      ["fails", 5],
      ["undecided", 5],
    ],
  ]);
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });
  const { testsuites } = parser.parse(readFileSync(join(cwd, "out.xml"), "utf8"));
  const { testcase, ...suite } = testsuites.testsuite;
  expect(suite).toEqual({ name: 'What is "paid" & <wanted>?', tests: "3", failures: "1", skipped: "1" });
  expect(testcase.map(({ name }: { name: string }) => name)).toEqual(["it pays", "it <costs>", "noise decides"]);
  expect(testcase[1].failure.message).toContain("“cooperative”: joint value < “private”: difference ");
  expect(testcase[2].skipped.message).toContain("undecided: “private”: joint value > ");
});

test("the page and the terminal say whether git had the claims before the results", async () => {
  const cwd = folder(HOLDS);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd, stdio: "pipe" });
  const age = async () => JSON.parse((await agon("run x.yaml --json", { cwd })).stdout).claimsAge;
  const file = join(cwd, "x.yaml");
  expect(await age()).toBeUndefined();
  git("init", "-q");
  git("add", "x.yaml");
  git("commit", "-qm", "claims", "--date=2020-01-01T00:00:00Z");
  // The cells were there before.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  git("commit", "-q", "--amend", "--no-edit");
  expect(await age()).toBe("younger");
  writeFileSync(file, readFileSync(file, "utf8").replace("> private", "> private + 1"));
  expect(await age()).toBe("uncommitted");
  // New cells, under claims that are committed.
  git("commit", "-qam", "more");
  writeFileSync(file, `${readFileSync(file, "utf8")}episodes: 2\n`);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const { stdout } = await agon("run x.yaml", { cwd });
  expect(stdout).toContain("in git, they were committed before the first cell was computed");
});

test("a repository's own settings start no program", async () => {
  const cwd = folder(HOLDS);
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd, encoding: "utf8" });
  git("init", "-q");
  git("add", "x.yaml");
  git("commit", "-qm", "claims");
  // The file's content is gone, and is to be fetched by a program.
  const blob = git("rev-parse", "HEAD:x.yaml").trim();
  rmSync(join(cwd, ".git", "objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  const program = `touch '${join(cwd, "started")}'; false`;
  for (const [name, value] of [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", "ssh://nowhere/x"],
    ["core.sshCommand", program],
    ["core.fsmonitor", program],
  ])
    git("config", name, value);
  const { code } = await agon("run x.yaml", { cwd });
  expect([code, existsSync(join(cwd, "started"))]).toEqual([0, false]);
});

test("agon check of an experiment's file says what it would compute", async () => {
  const cwd = folder(HOLDS);
  expect(await documentOf("check x.yaml", { cwd })).toEqual({
    ...{
      file: "x.yaml",
      kind: "experiment",
      title: 'What is "paid" & <wanted>?',
      stages: [],
      variants: ["private", "cooperative"],
    },
    ...{ seeds: [0, 1, 2], episodes: 1, cells: 6 },
    claims: [{ name: "it pays", headline: false, text: "“cooperative”: joint value > “private”" }],
  });
  expect((await agon("check x.yaml", { cwd })).stdout).toContain("2 variants × 3 seeds, 6 cells");
});
