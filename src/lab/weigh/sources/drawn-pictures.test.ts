// Pictures of a sampler behind an address: in every form of an answer, and with every fault, none of which costs the other pictures.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { folderOf } from "../../../../test/fixtures/logs.ts";
import {
  type DrawnAnswer,
  type DrawnRequest,
  pictureServer,
  png,
  png64,
} from "../../../../test/fixtures/picture-server.ts";
import { checked } from "../../../core/checked.ts";
import { UserError } from "../../../core/errors.ts";
import { readPicture } from "../../text-rewards/picture-files.ts";
import { weighedLog } from "../weighed-log.ts";
import { drawPictures, drawSchema } from "./drawn-pictures.ts";

const PROMPTS = "prompt\na red square\na blue cross\n";

async function sampler(
  script: (request: DrawnRequest, before: number) => DrawnAnswer | undefined,
  given: object = {},
  folder = folderOf({ "prompts.csv": PROMPTS }).directory,
) {
  const server = await pictureServer(script);
  const form = "form" in given ? given.form : "picture";
  const endpoint = form === "images" ? `${server.url}/v1` : `${server.url}/draw`;
  const usual = { endpoint, form, model: "flow", prompts: "./prompts.csv", each: 2, retries: 0, parallel: 1 };
  const draw = checked(drawSchema, { ...usual, ...given });
  const into = join(folder, "drawn");
  return { ...server, folder, into, draw: (budget?: number) => drawPictures(draw, { folder, into, budget }) };
}

const tableOf = (into: string): string => readFileSync(join(into, "pictures.csv"), "utf8");
const json = (value: object): DrawnAnswer => ({ type: "application/json", sent: JSON.stringify(value) });

test("a prompt goes in, and PNG bytes come out, into a folder with a table", async () => {
  const { draw, into, requests } = await sampler((_, before) => ({ sent: png(60 * before, 0, 0) }));
  expect(await draw()).toEqual([]);
  expect(requests[0]).toEqual({ path: "/draw", body: { model: "flow", prompt: "a red square", seed: 0 } });
  expect(requests.map(({ body }) => body.seed)).toEqual([0, 1, 0, 1]);
  expect(tableOf(into)).toBe(
    "file,prompt,draw\n1-1.png,a red square,0\n1-2.png,a red square,1\n2-1.png,a blue cross,0\n2-2.png,a blue cross,1\n",
  );
  expect(readPicture("1-2.png", into)).toMatchObject({ width: 8, height: 8 });
});

test("OpenAI's images are requested by their path, and read of b64_json and of addresses of data", async () => {
  const { draw, into, requests } = await sampler(
    (_, before) =>
      json({
        data: [before % 2 === 0 ? { b64_json: png64(9, 0, 0) } : { url: `data:image/png;base64,${png64(0, 9, 0)}` }],
      }),
    { form: "images" },
  );
  expect(await draw()).toEqual([]);
  expect(requests[0]).toEqual({
    path: "/v1/images/generations",
    body: { model: "flow", prompt: "a red square", seed: 0, n: 1 },
  });
  expect(tableOf(into).split("\n")).toHaveLength(6);
});

test("frames become a clip", async () => {
  const { draw, into } = await sampler(() => json({ frames: [png64(0, 0, 0), png64(255, 255, 255)] }), { each: 1 });
  expect(await draw()).toEqual([]);
  expect(tableOf(into)).toContain("\n1-1,a red square,0\n");
  expect(readPicture("1-1", into)).toMatchObject({ frames: [{ width: 8 }, { width: 8 }] });
});

test("what is there is not drawn again, and votes stay", async () => {
  const first = await sampler((_, before) => (before === 0 ? { sent: png(1, 2, 3) } : { sent: "nothing" }));
  await first.draw();
  const voted = "file,votes,prompt,draw\n1-1.png,7,a red square,0\n0.png,1,a green plus,0\n";
  writeFileSync(join(first.into, "pictures.csv"), voted);
  const second = await sampler(() => ({ sent: png(9, 9, 9) }), {}, first.folder);
  expect(await second.draw()).toEqual([
    expect.stringMatching(/^Outside the bank of prompts: 1 picture of .*, weighed too\.$/),
  ]);
  expect(second.requests).toHaveLength(3);
  expect(tableOf(first.into)).toBe(
    `${voted}1-2.png,,a red square,1\n2-1.png,,a blue cross,0\n2-2.png,,a blue cross,1\n`,
  );
});

test("answers are recorded, and replayed without a server", async () => {
  const { draw, folder, into } = await sampler(() => ({ sent: png(5, 6, 7) }), { record: "answers.jsonl" });
  await draw();
  const recorded = readFileSync(join(into, "2-2.png"));
  const replayed = { model: "flow", form: "picture", prompts: "./prompts.csv", each: 2, replay: "answers.jsonl" };
  await drawPictures(checked(drawSchema, replayed), { folder, into: join(folder, "again") });
  expect(readFileSync(join(folder, "again", "2-2.png"))).toEqual(recorded);
  expect(tableOf(join(folder, "again"))).toBe(tableOf(into));
});

const FAULTS: readonly (readonly [name: string, answer: DrawnAnswer | undefined, sentence: RegExp])[] = [
  ["half a PNG", { sent: png(1, 2, 3).subarray(0, 50) }, /the picture that was answered is a broken PNG: /],
  ["a page", { type: "text/html", sent: "<h1>hello</h1>" }, /the picture that was answered is no PNG/],
  ["a text under image/png", { sent: "" }, /the picture that was answered is empty/],
  ["JSON without a picture", json({ colour: "red" }), /what was answered is neither a PNG nor JSON with one/],
  [
    "a picture elsewhere",
    json({ data: [{ url: "https://host.test/a.png" }] }),
    /answered with the address of a picture/,
  ],
  ["a status of 500", { ...json({ error: { message: "out of memory" } }), status: 500 }, /status 500: out of memory/],
  ["silence", undefined, /no answer for 60 seconds/],
];

test.each(FAULTS)("%s costs one picture, and is a sentence", async (_, answer, sentence) => {
  // Time passes by hand: as soon as a request meets silence.
  let limit = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    limit = new AbortController();
    return limit.signal;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { draw, into } = await sampler((_, before) => {
    if (before !== 1) return { sent: png(1, 2, 3) };
    if (answer === undefined) limit.abort();
    return answer;
  });
  const [note, ...more] = await draw();
  expect(more).toEqual([]);
  expect(note).toMatch(/^Not drawn: 1 picture; the first as .*\.$/);
  expect(note).toMatch(sentence);
  expect(tableOf(into).split("\n")).toHaveLength(5);
  expect(existsSync(join(into, "1-2.png"))).toBe(false);
});

test("a sampler that never draws is given up", async () => {
  const { draw, requests } = await sampler(() => ({ sent: "no" }), { each: 9 });
  await expect(draw()).rejects.toThrow("flow drew no picture: the picture that was answered is no PNG");
  expect(requests).toHaveLength(5);
});

test("pictures that were given up count as not drawn", async () => {
  const { draw, requests } = await sampler((_, before) => ({ sent: before === 0 ? png(1, 2, 3) : "no" }), { each: 9 });
  const [first] = await draw();
  expect(first).toMatch(/^Not drawn: 17 pictures; the first as /);
  const before = requests.length;
  expect(await draw()).toEqual([first]);
  expect(requests.length - before).toBeLessThan(17);
});

test("the budget ends the drawing, and what was drawn stays", async () => {
  const usage = { input_tokens: 10, output_tokens: 1_000_000 };
  const script = () => json({ data: [{ b64_json: png64(9, 0, 0) }], usage });
  const { draw, into } = await sampler(script, { form: "images", price: { input: 0, output: 1 } });
  expect(await draw(2)).toEqual(["Not drawn: what was left when the budget of 2 was spent."]);
  expect(tableOf(into).split("\n")).toHaveLength(4);
});

test("a form of texts is refused", async () => {
  const { draw } = await sampler(() => ({ sent: png(1, 2, 3) }), { form: "vllm" });
  await expect(draw()).rejects.toThrow(UserError);
});

test("what was drawn is weighed by a program that sees pixels", async () => {
  const { draw, folder } = await sampler((_, before) => ({ sent: png(60 * before, 255 - 60 * before, 0) }), {
    each: 4,
  });
  await draw();
  writeFileSync(
    join(folder, "pay.mjs"),
    "export default (_, { rgba, frames }) => frames.length === 1 ? rgba[0] : NaN;\n",
  );
  const request = { file: "drawn", want: "brightness", pays: ["./pay.mjs"] };
  const log = await weighedLog(request, { directory: folder, store: join(folder, "store") });
  expect(log).toMatchObject({ readAs: "a table of pictures", answers: 8, prompts: 2, arePictures: true });
  expect(log.pays[0].course).not.toBe("rises");
});
