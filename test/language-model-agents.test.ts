// Whole runs with language models in their seats, against a server of our own: what they are paid beside what was wanted,
// what failed, what was recorded, and how a run stops and goes on.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { endpointOf } from "../src/clients/endpoint.ts";
import { languageModel } from "../src/clients/language-model.ts";
import { messageOf } from "../src/core/errors.ts";
import { languageModelJudge } from "../src/feedback/language-model-judge.ts";
import { parseExperiment, readExperiment } from "../src/lab/experiment/experiment.ts";
import { buildReport, writeReport } from "../src/lab/report/report.ts";
import { runExperiment } from "../src/lab/run/run.ts";
import { checkedDraft } from "../src/lab/view/draft.ts";
import { runSummaries } from "../src/lab/view/runs.ts";
import { contents, scratch } from "./cli/agon.ts";
import { type Answer, chatServer, type ReceivedRequest } from "./fixtures/chat-server.ts";
import { untimed } from "./fixtures/recorded-texts.ts";
import { sortingModel } from "./fixtures/sorting-model.ts";
import { until } from "./fixtures/until.ts";

const EXAMPLE = fileURLToPath(new URL("../examples/llm.yaml", import.meta.url));

/** The experiment of a sorter that is not told its pay, under two rewards; `agent` is added to its agents. */
const described = (agent: string, further = "seeds: 3\nepisodes: 2") => `
environment: { id: language/sort, digits: 3 }
agents: { policy: llm, model: small, told: false, retries: 0, ${agent} }
objective: correct
variants:
  right: { reward: { channel: correct } }
  short: { reward: { sum: [{ channel: correct }, { channel: characters, weight: -0.1 }] } }
${further}
`;

async function played(folder: string, text: string, store = "store", signal?: AbortSignal) {
  const experiment = await parseExperiment(text, join(folder, "e.yaml"));
  const options = { store: join(folder, store), workers: 0, ...(signal === undefined ? {} : { signal }) };
  return runExperiment(experiment, options);
}

async function reported(folder: string, text: string, store = "store") {
  const result = await played(folder, text, store);
  return { ...result, data: await buildReport(result.folder) };
}

/** Answers that wait until so many requests have come. */
function together(count: number, answer: (request: ReceivedRequest, before: number) => Answer) {
  let meet = (): void => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return async (request: ReceivedRequest, before: number): Promise<Answer> => {
    if (before === count - 1) meet();
    await met;
    return answer(request, before);
  };
}

const question = ({ messages }: ReceivedRequest) => messages[1].content;
const sorted = (request: ReceivedRequest) => `${[...question(request).slice(1, -1)].sort().join("")}$`;

test("pay beside want: the same answers under two rewards, asked for once", async () => {
  // It sorts where the first digit is even, and else stops early.
  const server = await chatServer((request) => (Number(question(request)[1]) % 2 === 0 ? sorted(request) : "$"));
  const agent = `endpoint: "${server.url}", record: a.jsonl`;
  const { data } = await reported(scratch(), described(agent, "seeds: 4\nepisodes: 3"));
  const [right, short] = data.variants;
  const questions = server.requests.map(question);
  expect(questions).toHaveLength(12);
  const share = questions.filter((text) => Number(text[1]) % 2 === 0).length / 12;
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
  expect(right.objective.mean).toBeCloseTo(share, 9);
  expect(right.pay.mean).toBeCloseTo(share, 9);
  // A right answer has four characters, a stop one.
  expect(short.objective.mean).toBeCloseTo(share, 9);
  expect(short.outcomes.characters.mean).toBeCloseTo(1 + 3 * share, 9);
  expect(short.pay.mean).toBeCloseTo(share - 0.1 * (1 + 3 * share), 9);
  expect(right.outcomes).toMatchObject({ failed: { mean: 0 }, modelCalls: { mean: 1 }, completionTokens: { mean: 1 } });
  const contentsOf = ({ messages }: ReceivedRequest) => messages.map(({ content }) => content).join(" ");
  const tokens = server.requests.map((request) => contentsOf(request).split(/\s+/).length);
  expect(right.outcomes.promptTokens.mean).toBeCloseTo(tokens.reduce((a, b) => a + b, 0) / 12, 9);
});

test("the times of answers stand in the recording, and change no result", async () => {
  const server = await chatServer(sorted);
  const folder = scratch();
  const { data } = await reported(folder, described(`endpoint: "${server.url}", record: a.jsonl`));
  const lines = readFileSync(join(folder, "a.jsonl"), "utf8").trim().split("\n");
  expect(Math.min(...lines.map((line) => JSON.parse(line).reply.seconds))).toBeGreaterThan(0);
  const replay = await reported(folder, described('endpoint: "http://localhost:1", replay: a.jsonl'), "again");
  expect(replay.data.variants.map(({ outcomes }) => outcomes)).toEqual(data.variants.map(({ outcomes }) => outcomes));
  const live = await reported(folder, described(`endpoint: "${server.url}"`), "live");
  expect(live.data.variants.map(({ outcomes }) => outcomes)).toEqual(data.variants.map(({ outcomes }) => outcomes));
});

test("failed episodes are counted and named, and no mean but those of counts has them", async () => {
  const isBroken = (request: ReceivedRequest) => Number(question(request)[1]) < 5;
  const server = await chatServer((request) => (isBroken(request) ? { status: 500 } : sorted(request)));
  const { data, computed } = await reported(scratch(), described(`endpoint: "${server.url}", record: a.jsonl`));
  expect(computed).toBe(6);
  expect(data.cells).toEqual({ planned: 6, done: 6 });
  const broken = new Set(server.requests.filter(isBroken).map(({ seed }) => seed)).size;
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(6);
  for (const variant of data.variants) {
    expect(variant.outcomes.failed.mean).toBeCloseTo(broken / 6, 9);
    expect(variant.outcomes.failed.low).toBe(0);
    expect(variant.outcomes.failed.high).toBeLessThanOrEqual(1);
    // A call that fails is no answer.
    expect(variant.outcomes.modelCalls.mean).toBeCloseTo(1 - broken / 6, 9);
    expect(variant.objective.mean).toBe(1);
  }
  const reason = "the model gave no answer: status 500: refused with 500";
  expect(data.failures).toEqual(["right", "short"].map((variant) => ({ variant, reason, episodes: broken })));
});

test("a run of nothing but failures has no means, and says why", async () => {
  const server = await chatServer(() => "What?");
  const { data } = await reported(scratch(), described(`endpoint: "${server.url}", tries: 1`, "seeds: 2"));
  expect(data.cells.done).toBe(4);
  for (const { pay, objective, outcomes } of data.variants) {
    expect([pay.mean, objective.mean, outcomes.characters.mean]).toEqual([null, null, null]);
    expect(outcomes).toMatchObject({ failed: { mean: 1, high: 1 }, modelCalls: { mean: 1 } });
    // A seed is one episode, so that failures are trials: two of two are no certainty.
    expect(outcomes.failed.low).toBeLessThan(1);
  }
  expect(data.failures.map(({ episodes }) => episodes)).toEqual([2, 2]);
  const text = expect.stringContaining("no reply could be read");
  expect(data.finding).toMatchObject({ kind: "cannot tell", failed: true, text });
});

test("cells without any answer are asked for again by the next run, and their run has failed until then", async () => {
  const folder = scratch();
  let isDown = true;
  const server = await chatServer((request) => (isDown ? { status: 500 } : sorted(request)));
  const text = described(`endpoint: "${server.url}"`, "seeds: 2");
  const { folder: run } = await played(folder, text);
  const { data } = await writeReport(run);
  expect([data.finding.text, ...data.finding.notes].join(" ")).toBe(
    "Every episode failed: the model gave no answer: status 500: refused with 500. The same command asks again: see first that the server runs, and that its address is right.",
  );
  const [failed] = runSummaries(join(folder, "store"));
  expect([failed.state, failed.cells.done, failed.finding]).toEqual(["failed", 4, data.finding]);
  // A page that offers to run it again counts them as a run would, in an experiment of another name too.
  const draft = { text, store: join(folder, "store") };
  for (const file of ["e.yaml", "e-2.yaml"])
    expect(await checkedDraft({ ...draft, file: join(folder, file) })).toMatchObject({ plan: { cells: 4, kept: 0 } });
  isDown = false;
  expect(await played(folder, text)).toMatchObject({ kept: 0, computed: 4 });
  expect((await writeReport(run)).data.failures).toEqual([]);
  expect(runSummaries(join(folder, "store"))[0].state).toBe("done");
  expect(await played(folder, text)).toMatchObject({ kept: 4, computed: 0 });
});

test("a recording replays a run to the last byte, failures among them, without a server", async () => {
  const server = await chatServer((_asked, before) => (before === 1 ? { hangUp: "at once" } : sorted(_asked)));
  const folder = scratch();
  const { data } = await reported(folder, described(`endpoint: "${server.url}", record: a.jsonl`));
  await server.close();
  const once = await reported(folder, described("replay: a.jsonl"), "once");
  const twice = await reported(folder, described("replay: a.jsonl"), "twice");
  expect(once.data.failures).toHaveLength(2);
  // The two are told apart by where answers come from alone.
  const bare = ({ variants, ...report }: typeof data) => {
    const rest = variants.map(({ described: { agents: _, ...described }, ...variant }) => ({ ...variant, described }));
    return { ...report, run: "", source: "", variants: rest };
  };
  expect(bare(once.data)).toEqual(bare(data));
  expect(contents(twice.folder)).toEqual(contents(once.folder));
});

test("a missing answer stops a replay and says which; another recording makes another run", async () => {
  const server = await chatServer(sorted);
  const folder = scratch();
  await played(folder, described(`endpoint: "${server.url}", record: a.jsonl`));
  const before = await played(folder, described("replay: a.jsonl"), "before");
  const lines = readFileSync(join(folder, "a.jsonl"), "utf8").trim().split("\n");
  const lost = lines.pop() ?? "";
  writeFileSync(join(folder, "a.jsonl"), `${lines.join("\n")}\n`);
  const failure = await played(folder, described("replay: a.jsonl"), "after").catch((error: unknown) => error);
  const { key, request } = JSON.parse(lost);
  const which = `holds no answer to draw ${request.draw} of small after "${request.messages[1].content}" (request ${key})`;
  expect(failure).toHaveProperty("message", expect.stringContaining(which));
  expect(failure).toHaveProperty("message", expect.stringMatching(/^variant "(right|short)", seed \d: /));
  expect(readdirSync(join(folder, "after"))).not.toContain(before.run);
});

test("cells wait together: as many requests are open as were allowed", async () => {
  const server = await chatServer(together(6, sorted));
  await played(scratch(), described(`endpoint: "${server.url}", parallel: 6`, "seeds: 6"));
  expect(server.requests).toHaveLength(12);
  expect(server.mostOpen()).toBe(6);
});

test.skipIf(process.platform !== "linux")(
  "two hundred agents wait side by side, and waiting takes no thread",
  async () => {
    const threads = () => readdirSync("/proc/self/task").length;
    const seen: number[] = [];
    const all = together(200, () => "Action: 10");
    const server = await chatServer((request, before) => {
      seen.push(threads());
      return all(request, before);
    });
    const text = `
environment: { id: coopetition/team-production, agents: 20, horizon: 2 }
agents: { policy: llm, model: small, endpoint: "${server.url}", parallel: 200 }
objective: joint.payoff
seeds: 10
`;
    await played(scratch(), text);
    expect(server.requests).toHaveLength(400);
    expect(server.mostOpen()).toBe(200);
    expect(Math.max(...seen)).toBe(seen[0]);
  },
);

test("a run stops while it waits, keeps what was answered, and goes on from there", async () => {
  const folder = scratch();
  const stop = new AbortController();
  const recorded = () => readFileSync(join(folder, "a.jsonl"), "utf8").trim().split("\n").length;
  const slow = await chatServer(async (request, before): Promise<Answer> => {
    if (before < 4) return sorted(request);
    await until(() => recorded() === 4);
    stop.abort();
    return { silent: true };
  });
  const text = (url: string) => described(`endpoint: "${url}", record: a.jsonl, parallel: 2`);
  const stopped = await played(folder, text(slow.url), "store", stop.signal);
  expect(stopped.interrupted).toBe(true);
  expect(recorded()).toBe(4);
  // The address is part of the experiment, so that this is another run; the answers are the same.
  const server = await chatServer(sorted);
  const { data } = await reported(folder, text(server.url));
  expect(server.requests).toHaveLength(6 - 4);
  expect(data.cells.done).toBe(6);
});

test("a wrong key stops the run at once, and a missing one before anything is written", async () => {
  const folder = scratch();
  const server = await chatServer(() => ({ status: 401 }));
  vi.stubEnv("AGON_TEST_KEY", "sesame-opens");
  const text = described(`endpoint: "${server.url}", key: AGON_TEST_KEY, record: a.jsonl`, "seeds: 20");
  const message = await played(folder, text).catch(messageOf);
  expect(message).toContain("answered with status 401");
  // It stands in the run's folder, as the terminal tells it.
  const [failed] = runSummaries(join(folder, "store"));
  expect([failed.state, failed.failure]).toEqual(["failed", message]);
  expect(server.requests.length).toBeLessThan(10);
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  const files = all.filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(file, "utf8"), file).not.toContain("sesame");
  vi.unstubAllEnvs();
  await expect(played(folder, text, "other")).rejects.toThrow("the environment variable AGON_TEST_KEY is not set");
  expect(existsSync(join(folder, "other"))).toBe(false);
});

test("a model plays beside a scripted agent, in a world of numbers", async () => {
  const server = await chatServer(({ messages }) => `Action: ${messages.length > 3 ? 60 : 20}`);
  const text = `
environment: { id: coopetition/slcd, horizon: 4 }
agents: { Samsung: { policy: llm, model: small, endpoint: "${server.url}" }, others: { policy: constant, level: 30 } }
objective: joint.value
seeds: 2
`;
  const { data } = await reported(scratch(), text);
  const [samsung, sony] = data.variants[0].agents;
  expect(samsung.outcomes.investment.mean).toBe(50);
  expect(sony.outcomes.investment.mean).toBe(30);
  expect(samsung.outcomes.modelCalls.mean).toBe(4);
  expect(sony.outcomes.modelCalls.mean).toBeNull();
});

test("models in one world are asked at the same time, and one that fails ends the episode for all", async () => {
  const server = await chatServer(together(2, (_, before) => (before === 4 ? "pass" : "Action: 10")));
  const text = `
environment: { id: coopetition/slcd, horizon: 2 }
agents: { policy: llm, model: small, endpoint: "${server.url}", tries: 1 }
objective: joint.value
episodes: 3
seeds: 1
`;
  const { data } = await reported(scratch(), text);
  // Two steps of two, one step, two steps.
  expect(server.requests).toHaveLength(10);
  const [{ outcomes, steps, agents }] = data.variants;
  expect([outcomes.failed.mean, outcomes.modelCalls.mean, steps.mean]).toEqual([1 / 3, 5 / 3, 2]);
  expect(agents.map((agent) => agent.outcomes.investment.mean)).toEqual([10, 10]);
  expect(data.failures).toEqual([
    { variant: "base", reason: 'no reply could be read: "pass" is not a number from 0 to 100', episodes: 1 },
  ]);
});

test("the same model judges: it is asked by `complete`", async () => {
  const server = await chatServer(({ messages }) =>
    messages[0].content.includes("after: open") ? '{"opened":true}' : '{"opened":false}',
  );
  const { complete } = languageModel(endpointOf({ endpoint: server.url, model: "small" }), ".");
  const subgoals = [{ name: "opened", meaning: "the door is open" }];
  const judge = languageModelJudge({ complete, game: { about: "A door.", legend: {} }, subgoals });
  const pushed = { before: "before: shut", action: "push" };
  const [opens, stays] = ["open", "shut"].map((state) => ({ ...pushed, after: `after: ${state}` }));
  await judge.prepare([opens, stays], new AbortController().signal);
  expect([judge.verdict(opens), judge.verdict(stays)]).toEqual([1, 0]);
  expect(judge.counts).toEqual({ asked: 2, unreadable: 0, failed: 0 });
});

test("the example's answers are what its script says", async () => {
  const server = await chatServer(sortingModel);
  const folder = scratch();
  const recorded = `record: llm.jsonl, endpoint: "${server.url}"`;
  const text = readFileSync(EXAMPLE, "utf8").replace("replay: llm.jsonl", recorded);
  await played(folder, text);
  const lines = untimed(readFileSync(join(folder, "llm.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .sort();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../examples/llm.jsonl");
});

test("the example shows what a fine on length buys from those who know of it", async () => {
  const result = await runExperiment(await readExperiment(EXAMPLE), { store: join(scratch(), "store"), workers: 0 });
  const { variants, failures } = await buildReport(result.folder);
  const [untold, informed, third] = variants;
  // Six seeds of four questions, of which some fail.
  const { mean: failed } = untold.outcomes.failed;
  expect(failures.map(({ variant, episodes }) => [variant, episodes])).toEqual([
    ["a third of the fine", Math.round(24 * (failed ?? 0))],
    ["untold", Math.round(24 * (failed ?? 0))],
  ]);
  expect(failures[0].reason).toContain("no reply could be read");
  expect(untold.objective.mean).toBeGreaterThan(0.8);
  expect(third.objective.mean).toBe(untold.objective.mean);
  expect([informed.objective.mean, informed.pay.mean]).toEqual([0, -0.3]);
  expect(untold.pay.mean).toBeLessThan(-0.3);
  expect(untold.outcomes.modelCalls.mean).toBeGreaterThan(1);
});
