// Language models that edit programs in a contest, against a server of our own: what they are told and may do, how many steps they have,
// what a recording repeats, and what is left when no answer comes.

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, contents, root, scratch } from "./cli/agon.ts";
import { type Answer, chatServer, type ReceivedRequest } from "./fixtures/chat-server.ts";
import { words } from "./fixtures/words.ts";

const IMP = "MOV.I $0, $1\n";
const BROKEN = "MOV.I $0, there\n";

/** A folder with warriors and a contest, in which `editor` are settings of the model. */
function placed(editor: string, { folder = scratch(), rounds = 2, more = "" } = {}): string {
  cpSync(join(root, "examples/warriors"), folder, { recursive: true });
  const text = `title: Models
arena: { id: core-war, core: small }
schedule: { id: edit-and-compete, rounds: ${rounds}, trials: 2, trialGames: 4 }
players:
  model: { program: dwarf.red, editor: { id: language-model, model: small, retries: 0, ${editor} } }
  static: dwarf.red
${more}
samples: [imp.red]
games: 10
`;
  writeFileSync(join(folder, "c.yaml"), text);
  return folder;
}

const run = (folder: string, ...flags: string[]) =>
  agon(["contest", "c.yaml", "--json", "--resamples", "20", "--workers", "0", ...flags], { cwd: folder });

async function held(folder: string, ...flags: string[]) {
  const { code, stdout, stderr } = await run(folder, ...flags);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const call = (name: string, given: object | string = {}): Answer => ({ calls: [{ name, arguments: given }] });
/** How often the model has answered in its phase. */
const turnOf = ({ messages }: ReceivedRequest): number => messages.filter(({ role }) => role === "assistant").length;
const last = ({ messages }: ReceivedRequest): string => messages[messages.length - 1].content;
const roundOf = ({ messages }: ReceivedRequest): number =>
  Number(/Round (\d+) comes next/.exec(messages[1].content)?.[1]);
const filesIn = (folder: string, ...names: string[]): string[] => {
  const place = join(folder, ".agon", ...names);
  return existsSync(place) ? readdirSync(place) : [];
};

/** Tries, writes what cannot play, is told so, writes what can, and ends; in later rounds it ends at once. */
const diligent = (request: ReceivedRequest): Answer => {
  if (roundOf(request) > 1) return call("finish");
  const answers = [
    call("read", { file: "sample-1" }),
    call("try"),
    call("write", { text: BROKEN }),
    call("rite", { text: IMP }),
    call("write", '{"text": "MOV.I'),
    { text: "I would rather think.", calls: [{ name: "write", arguments: { text: IMP } }] },
    call("finish"),
  ];
  return answers[turnOf(request)] ?? "too late";
};

test("a model reads, tries and writes with tools; a wrong call gets a sentence and costs its step", async () => {
  const server = await chatServer(diligent);
  const folder = placed(`endpoint: "${server.url}", instructions: "Be bold.", price: { input: 1, output: 2 }`);
  const { tournaments } = await held(folder);
  const [{ first, rounds }] = tournaments;
  const own = first === "model" ? 0 : 1;
  expect(rounds.map(({ codes }: { codes: string[] }) => codes[own])).toEqual([
    readFileSync(join(folder, "dwarf.red"), "utf8"),
    IMP,
    null,
  ]);
  expect(rounds[1].sizes[own]).toEqual({ added: 1, removed: 9 });
  const [opening, ...later] = server.requests;
  expect(opening.tools?.map((tool) => tool.function.name)).toEqual(["read", "write", "replace", "try", "finish"]);
  const [system, user] = opening.messages;
  expect(system.content).toContain("core-war, two programs in Redcode try to stop each other");
  expect(system.content).toContain('{"core":"small"}');
  expect(system.content).toMatch(/you have 30 steps[\s\S]*Be bold\.$/);
  expect(user.content).toContain("Share of the points that your program won: round 0: 0.500.");
  expect(user.content).toContain("program (9 lines), round-0 (9 lines), sample-1 (");
  expect(user.content).toContain("Trials: 2.");
  expect(user.content).toContain("JMP start");
  expect(later.slice(0, 6).map(last)).toEqual([
    `${readFileSync(join(folder, "imp.red"), "utf8")}\nSteps left: 29.`,
    expect.stringMatching(/^Share of the points against sample-1 [01]\.\d{3}, round-0 [01]\.\d{3}\. Trials left: 1\./),
    'Written, but it cannot play: the program:1: no label is called "there"\nSteps left: 27.',
    'That was not done: no tool is called "rite"; did you mean "write"?\nSteps left: 26.',
    expect.stringMatching(/^That was not done: .*it must be a map\.\nSteps left: 25\.$/),
    "Written.\nSteps left: 24.",
  ]);
  // Calls are named by their numbers, and answered under these.
  const { messages } = server.requests[6];
  expect(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))).toEqual(
    messages.flatMap(({ tool_call_id: id }) => id ?? []),
  );
  expect(messages.at(-1)?.tool_call_id).toBe("call00006");
  const counts = { modelCalls: 7, steps: 7, promptTokens: expect.any(Number), completionTokens: expect.any(Number) };
  expect(rounds[1].counts[own]).toEqual({ ...counts, modelCost: expect.any(Number) });
  const { promptTokens, completionTokens, modelCost } = rounds[1].counts[own];
  expect(modelCost).toBeCloseTo((promptTokens + 2 * completionTokens) / 1e6, 12);
  expect([rounds[0].counts, rounds[1].counts[1 - own]]).toEqual([[null, null], null]);
  // Each request has a number of its own.
  expect(new Set(server.requests.map(({ seed }) => seed)).size).toBe(server.requests.length);
  const shown = ["contest", "c.yaml", "--workers", "0", "--diffs", "--resamples", "20"];
  const { stdout } = await agon(shown, { cwd: folder });
  expect(stdout).toMatch(/^Edits by language models\nplayer {2}phases {2}steps/m);
  expect(stdout).toMatch(/^model +2 +8 +8 /m);
  expect(stdout).toMatch(/^--- model\/round-0\n\+\+\+ model\/round-1\n@@ -1,9 \+1,1 @@\n-;name Dwarf/m);
  // All of that from the store.
  expect(server.requests).toHaveLength(8);
});

test("after its last step the program plays as it stands; what stands behind it is not done", async () => {
  const server = await chatServer((request) => {
    const write = (text: string) => ({ name: "write", arguments: { text } });
    const answers: Answer[] = [
      "Let me think.",
      { calls: [write(`;first\n${IMP}`), write(`;second\n${IMP}`), write(`;third\n${IMP}`)] },
    ];
    return answers[turnOf(request)] ?? call("finish");
  });
  const folder = placed(`endpoint: "${server.url}", steps: 3`, { rounds: 1 });
  const [{ first, rounds }] = (await held(folder)).tournaments;
  const own = first === "model" ? 0 : 1;
  expect(rounds[1].codes[own]).toBe(`;second\n${IMP}`);
  expect(rounds[1].counts[own]).toMatchObject({ steps: 3, modelCalls: 2 });
  expect(last(server.requests[1])).toBe(
    "That calls no tool, and nothing was done. Call read, write, replace, try, finish. Steps left: 2.",
  );
});

test("an answer that is none is a step that did nothing, and the model is told why", async () => {
  const cut: Answer = { calls: [{ name: "write", arguments: '{"text": "MOV' }], finish: "length" };
  const server = await chatServer((request) => (turnOf(request) === 0 ? cut : call("finish")));
  const folder = placed(`endpoint: "${server.url}", maxTokens: 5, steps: 3`, { rounds: 1 });
  const [{ first, rounds }] = (await held(folder)).tournaments;
  expect(rounds[1].counts[first === "model" ? 0 : 1]).toMatchObject({ steps: 2, modelCalls: 2 });
  expect(last(server.requests[1])).toBe(
    "Your answer was cut: maxTokens (5) or a limit of the server was reached, and nothing was done. Call read, write, replace, try, finish. Steps left: 2.",
  );
});

test("a recording repeats a contest to the last byte, offline and for any number of workers", async () => {
  const server = await chatServer(diligent);
  const more = "  other: { program: imp.red, editor: { id: blind, changes: 1 } }";
  const recorded = placed(`endpoint: "${server.url}", record: answers.jsonl`, { more });
  const { stdout } = await run(recorded);
  await server.close();
  const stores = [];
  for (const workers of ["0", "2"]) {
    const folder = placed("replay: answers.jsonl", { more });
    cpSync(join(recorded, "answers.jsonl"), join(folder, "answers.jsonl"));
    const again = await run(folder, "--workers", workers);
    expect(again.stderr).not.toContain("agon:");
    expect(again.stdout).toBe(stdout);
    stores.push([contents(join(folder, ".agon/edits")), contents(join(folder, ".agon/rounds"))]);
  }
  expect(stores[1]).toEqual(stores[0]);
  // One that lacks an answer stops, and says which.
  const folder = placed("replay: answers.jsonl", { more });
  const lines = readFileSync(join(recorded, "answers.jsonl"), "utf8").trim().split("\n");
  writeFileSync(join(folder, "answers.jsonl"), `${lines.slice(0, -1).join("\n")}\n`);
  const { code, complaint } = await run(folder);
  expect(complaint).toMatch(/^agon: .*answers\.jsonl holds no answer to draw \d+ of small/);
  expect(code).toBe(2);
});

test("a model that fails breaks the contest off with one sentence, and what was computed is kept", async () => {
  let isDown = true;
  let answered = 0;
  const server = await chatServer((request) => {
    if (isDown && roundOf(request) === 2) return { status: 500 };
    answered += 1;
    return diligent(request);
  });
  const more = "  tester: { program: dwarf.red, editor: tester }";
  const folder = placed(`endpoint: "${server.url}"`, { more });
  const { code, stderr, complaint } = await run(folder);
  expect(complaint.trim().split("\n")).toEqual([
    "agon: the model small gave no answer in the edits before round 2: status 500: refused with 500; what was played is kept, and the same command goes on",
  ]);
  expect(code, stderr).toBe(2);
  const before = { edits: filesIn(folder, "edits"), rounds: filesIn(folder, "rounds") };
  expect(before.edits.length).toBeGreaterThanOrEqual(1);
  expect(before.rounds.length).toBeGreaterThanOrEqual(2);
  isDown = false;
  const whole = await held(folder);
  expect(filesIn(folder, "edits")).toEqual(expect.arrayContaining(before.edits));
  expect(filesIn(folder, "rounds")).toEqual(expect.arrayContaining(before.rounds));
  // Two tournaments of a phase of seven answers and one of one: none was asked for twice.
  expect(answered).toBe(16);
  const free = placed(`endpoint: "${server.url}"`, { more });
  expect(await held(free)).toEqual(whole);
  for (const folders of ["edits", "rounds"])
    expect(contents(join(free, ".agon", folders))).toEqual(contents(join(folder, ".agon", folders)));
});

test("no server is told in a sentence, and round 0 is kept", async () => {
  const server = await chatServer(diligent);
  await server.close();
  const folder = placed(`endpoint: "${server.url}"`);
  const { code, complaint } = await run(folder);
  expect(complaint.trim()).toBe(
    `agon: no server answers at ${server.url}; is the server running, and is the address right?`,
  );
  expect([code, filesIn(folder, "rounds").length]).toEqual([2, 1]);
});

const HERE = 'endpoint: "http://127.0.0.1:1/v1"';
const MISTAKES = {
  "no model": `model: "", ${HERE}`,
  "no endpoint": "steps: 5",
  "no key": `${HERE}, key: AGON_NO_SUCH_KEY`,
  "no recording": "replay: nothing.jsonl",
};
const complain = async (editor: string): Promise<string> => {
  const folder = placed(editor);
  const text = readFileSync(join(folder, "c.yaml"), "utf8");
  writeFileSync(join(folder, "c.yaml"), text.replace(/model: small, (.*model:)/, "$1"));
  const { code, complaint } = await run(folder);
  expect(code).toBe(2);
  return complaint.replaceAll(`${folder}/`, "");
};
words(
  "language-model-editors",
  Object.entries(MISTAKES).map(([name, editor]) => [name, () => complain(editor)]),
);
