// A server of worlds as its clients see it: frames on real WebSockets, and HTTP requests.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type Frame, sessionClient } from "../../../test/fixtures/session-client.ts";
import { NOTHING } from "./allowances.ts";
import { type ServedWorlds, serveWorlds } from "./serve.ts";

const NAMES = [
  ...["control/cart-pole", "coopetition/slcd", "coopetition/team-production", "language/sort"],
  ...["gridworld/key-room", "control/pendulum", "language/questions"],
];
let served: ServedWorlds;
const store = mkdtempSync(join(tmpdir(), "agon-served-"));

beforeAll(async () => {
  const allowed = { ...NOTHING, folders: [realpathSync(tmpdir())] };
  const cache = join(store, "logs");
  const worlds = NAMES.map((name) => ({ name, id: name, directory: ".", cache, allowed }));
  served = await serveWorlds({ worlds, port: 0, sessions: 4, threads: 0 });
});
afterAll(async () => {
  await served.close();
  rmSync(store, { recursive: true, force: true });
});

const client = (path: string) => sessionClient(`${served.url}/env/${path}`);

/** Waits until no session is left. */
async function empty(): Promise<void> {
  for (let k = 0; served.sessions() > 0 && k < 200; k++) await later(10);
  expect(served.sessions()).toBe(0);
}

describe("a session", () => {
  test("plays episodes determined by seeds, reports its state, and ends on request", async () => {
    const one = await client("control/cart-pole/ws");
    const begun = await one.reset({ seed: 3, episode_id: "e1" });
    expect(begun.type).toBe("observation");
    expect(begun.data).toMatchObject({ reward: null, done: false, metadata: { seed: 3, episode_id: "e1", step: 0 } });
    expect(begun.data.observation.metadata).toEqual(begun.data.metadata);
    const observations = [];
    for (let k = 0; k < 5; k++) observations.push((await one.step({ action: "right" })).data);
    expect(observations[0]).toMatchObject({ reward: 1, done: false, metadata: { step: 1, channels: { payoff: 1 } } });
    expect((await one.state()).data).toMatchObject({ episode_id: "e1", step_count: 5, seed: 3 });
    await one.reset({ seed: 3, episode_id: "e1" });
    for (const [k, before] of observations.entries())
      expect((await one.step({ action: k % 2 === 0 ? 1 : [1] })).data).toEqual(before);
    let last = observations[4];
    while (!last.done) last = (await one.step({ action: 1 })).data;
    expect(last.observation).toMatchObject({ terminated: true, truncated: false });
    expect((await one.step({ action: 1 })).data).toMatchObject({
      code: "EXECUTION_ERROR",
      message: "the episode has ended; a reset begins another",
    });
    expect(await one.leave()).toBe(1000);
    await empty();
  });

  test("never starts an episode unasked", async () => {
    const one = await client("control/cart-pole/ws");
    expect((await one.step({ action: 1 })).data).toEqual({
      code: "EXECUTION_ERROR",
      message: "no episode in this session; reset first (was the last call timed out?)",
    });
    expect((await one.state()).data).toMatchObject({ episode_id: null, step_count: 0 });
    const [first, second] = [(await one.reset()).data.metadata.seed, (await one.reset()).data.metadata.seed];
    expect(first).not.toBe(second);
    one.socket.close();
    await empty();
  });

  test("continues after an invalid request, which leaves the world unchanged", async () => {
    const one = await client("control/pendulum/ws");
    await one.reset({ seed: 1 });
    const wrong: [unknown, string, string][] = [
      ["{", "INVALID_JSON", "is not JSON"],
      [{ type: "rest" }, "UNKNOWN_TYPE", 'there is no request "rest"'],
      [{ type: "step" }, "VALIDATION_ERROR", "step needs data"],
      [{ type: "step", data: [1] }, "VALIDATION_ERROR", "step needs data"],
      [{ type: "state", id: 1 }, "VALIDATION_ERROR", '"id" is unknown'],
      [{ type: "reset", data: { sed: 1 } }, "VALIDATION_ERROR", 'did you mean "seed"?'],
      [{ type: "reset", data: { seed: -1 } }, "VALIDATION_ERROR", "seed"],
      [{ type: "reset", data: { reward: "prvate" } }, "VALIDATION_ERROR", 'did you mean "private"?'],
      [{ type: "reset", data: { parameters: { horzon: 3 } } }, "VALIDATION_ERROR", "horzon"],
      [{ type: "step", data: { acton: 1 } }, "VALIDATION_ERROR", 'did you mean "action"?'],
      [{ type: "step", data: { action: null } }, "VALIDATION_ERROR", "action"],
      [{ type: "step", data: { action: [1, 2] } }, "VALIDATION_ERROR", "2 numbers"],
    ];
    for (const [request, code, message] of wrong) {
      const { type, data } = await one.ask(request);
      expect([type, data.code], JSON.stringify(data)).toEqual(["error", code]);
      expect(data.message).toContain(message);
    }
    expect((await one.state()).data.step_count).toBe(0);
    expect((await one.step({ action: "0.5" })).data.reward).toBeLessThan(0);
    expect((await one.ask("[1]")).data.code).toBe("SESSION_ERROR");
    expect(await one.closed).toBe(1011);
    await empty();
  });

  test("returns an invalid action as an observation, where the option is set", async () => {
    const one = await client("gridworld/key-room/ws?invalid=observe&penalty=-0.25");
    const begun = (await one.reset({ seed: 1 })).data;
    const { data } = await one.step({ action: "levitate" });
    expect(data).toMatchObject({ reward: -0.25, done: false });
    expect(data.observation).toMatchObject({ observation: begun.observation.observation, error: expect.any(String) });
    expect((await one.step({ action: 9 })).data.observation.error).toContain("it is a whole number from 0 to 4");
    const free = await client("gridworld/key-room/ws?invalid=observe&penalty=0");
    await free.reset({ seed: 1 });
    expect((await free.step({ action: "levitate" })).data.reward).toBe(0);
    await free.leave();
    const unpaid = await client("gridworld/key-room/ws?invalid=observe");
    await unpaid.reset({ seed: 1 });
    expect((await unpaid.step({ action: "levitate" })).data.reward).toBeNull();
    await unpaid.leave();
    expect((await one.state()).data.step_count).toBe(0);
    expect((await one.step({ action: "up" })).data.observation.error).toBeUndefined();
    await one.leave();
  });
});

describe("a world of several agents", () => {
  test("is played in one seat, against opponents from the catalogue, with the requested reward", async () => {
    const one = await client("coopetition/slcd/ws");
    await one.reset({ seed: 1, seat: "agent_1", opponents: { policy: "constant", level: 50 }, reward: "integrated" });
    const { data } = await one.step({ action: 20 });
    // arXiv 2605.02063: after (50, 20) the integrated rewards are 179.874969 and 231.737289.
    expect(data.reward).toBeCloseTo(231.737289, 4);
    expect(data.metadata.channels.investment).toBe(20);
    await one.leave();
  });

  test("is played in all seats, with an objective beside the pay", async () => {
    const one = await client("coopetition/slcd?joint=true&reward=integrated&objective=trust/ws");
    const begun = await one.reset({ seed: 1 });
    expect(Object.keys(begun.data.observation.observations)).toEqual(["agent_0", "agent_1"]);
    const { data } = await one.step({ actions: { agent_0: 50, agent_1: [20] } });
    expect(data.observation.rewards.agent_0).toBeCloseTo(179.874969, 4);
    expect(data.reward).toBeCloseTo(179.874969 + 231.737289, 3);
    const { outcomes } = data.observation;
    expect(data.metadata.objective.trust).toBeCloseTo((outcomes.agent_0.trust + outcomes.agent_1.trust) / 2, 12);
    expect((await one.step({ actions: { agent_0: 50 } })).data.message).toContain("there is no action for agent_1");
    expect((await one.step({ action: 50 })).data.code).toBe("VALIDATION_ERROR");
    await one.leave();
  });

  test("rejects unknown seats and opponents with the valid ones", async () => {
    const one = await client("coopetition/slcd/ws");
    expect((await one.reset({ seat: "agent_2" })).data.message).toContain('did you mean "agent_0"?');
    expect((await one.reset({ opponents: "tit-for-tatt" })).data.message).toContain('did you mean "tit-for-tat"?');
    expect((await one.reset({ opponents: "ppo" })).data.message).toContain("has learnt nothing here");
    expect((await one.reset({ seed: 1 })).type).toBe("observation");
    await one.leave();
  });
});

describe("text", () => {
  test("is sent and received, and its system prompt explains the format", async () => {
    const one = await client("language/sort/ws");
    const { data } = await one.reset({ split: "test", index: 5 });
    expect(data.metadata).toMatchObject({ seed: 3_000_005, system: expect.stringContaining("write the digits") });
    expect(data.metadata.system).toContain("You are paid: private.\n- private: an actor's own payoff\n");
    const question: string = data.observation.observation;
    const answer = [...question.slice(1, -1)].sort().join("");
    expect((await one.step({ action: `${answer}$ and more` })).data).toMatchObject({ reward: 1, done: true });
    // Clients that parse JSON first turn a reply of digits into a number.
    await one.reset({ split: "test", index: 5 });
    expect((await one.step({ action: Number(answer) })).data.observation.observation).toBe(
      `${question}${Number(answer)}`,
    );
    expect((await one.step({ action: { digits: 1 } })).data.code).toBe("VALIDATION_ERROR");
    await one.leave();
  });

  test("plays a world of numbers too", async () => {
    const one = await client("gridworld/key-room/ws?form=text");
    const { data } = await one.reset({ seed: 1 });
    expect(data.observation.observation).toMatch(/^Step 1\.\nx: /);
    expect((await one.step({ action: "I go up.\nAction: up" })).data.observation.observation).toMatch(/^Step 2\./);
    expect((await one.step({ action: "I wonder" })).data.code).toBe("VALIDATION_ERROR");
    await one.leave();
  });
});

describe("tools", () => {
  const rpc = async (body: object) => {
    const response = await fetch(`${served.url}/env/gridworld/key-room/mcp`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    const reply: Frame["data"] = await response.json();
    return reply;
  };

  test("are actions: they are listed before an episode, and called in it", async () => {
    const one = await client("gridworld/key-room/ws");
    const listed = (await one.step({ type: "list_tools" })).data.observation.tools;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(["act"]);
    await one.reset({ seed: 1 });
    const acted = await one.step({ type: "call_tool", tool_name: "act", arguments: { action: "up" } });
    expect(acted.data).toMatchObject({ reward: 0, observation: { tool_name: "act", error: null } });
    const wrong = await one.step({ type: "call_tool", tool_name: "look", arguments: {} });
    expect(wrong.data.observation.error.error_type).toBe("tool_not_found");
    await one.leave();
  });

  test("have sessions of their own, to which a socket attaches", async () => {
    const { result } = await rpc({ jsonrpc: "2.0", method: "openenv/session/create", params: {}, id: 1 });
    const one = await client(`gridworld/key-room/ws?session_id=${result.session_id}`);
    await one.reset({ seed: 1 });
    const other = await client(`gridworld/key-room/ws?session_id=${result.session_id}`);
    expect((await other.next()).data.code).toBe("SESSION_ERROR");
    const call = { name: "act", arguments: { action: "up" }, session_id: result.session_id };
    expect((await rpc({ jsonrpc: "2.0", method: "tools/call", params: call, id: 2 })).result.data.reward).toBe(0);
    expect((await one.state()).data.step_count).toBe(1);
    const end = { jsonrpc: "2.0", method: "openenv/session/close", params: { session_id: result.session_id }, id: 3 };
    expect((await rpc(end)).result).toMatchObject({ closed: false, closing: true });
    await one.leave();
    await empty();
    expect((await rpc(end)).error.code).toBe(-32602);
  });

  test("answer an invalid request with an error", async () => {
    expect(await rpc({})).toMatchObject({ jsonrpc: "2.0", error: { code: -32600 } });
    expect((await rpc({ id: 1, method: "tools/list", params: [] })).error.code).toBe(-32602);
    expect((await rpc({ id: 1, method: "tools/lst" })).error.code).toBe(-32601);
    expect((await rpc({ id: 1, method: "tools/list" })).result.tools).toHaveLength(1);
    await empty();
  });
});

describe("a batch", () => {
  /** Parses the arrays of a response, for one agent that balances a pole. */
  const read = ({ type, data }: Frame, copies: number) => {
    const [channels, observed] = [6, 4];
    expect(type).toBe("bytes");
    const { buffer } = data;
    const doubles = copies * (1 + channels);
    return {
      rewards: Array.from(new Float64Array(buffer, 0, copies)),
      outcomes: Array.from(new Float64Array(buffer, copies * 8, copies * channels)),
      observations: Array.from(new Float32Array(buffer, doubles * 8, copies * observed)),
      status: Array.from(new Uint8Array(buffer, doubles * 8 + copies * observed * 4, copies)),
    };
  };
  const batch = async (query: string) => {
    const one = await client(`control/cart-pole/vector?${query}`);
    const greeting = await one.next();
    const send = (...numbers: number[]) => {
      one.socket.send(Float64Array.from(numbers));
      return one.next();
    };
    return { ...one, greeting, send };
  };

  test("steps its copies as sessions do, and starts their next episodes by their seeds", async () => {
    const both = await batch("copies=2");
    expect(both.greeting).toMatchObject({
      type: "vector",
      data: { world: "control/cart-pole", copies: 2, agents: ["agent_0"], objective: null },
    });
    expect(both.greeting.data.action).toMatchObject({ size: 1, choices: 2 });
    const single = await client("control/cart-pole/ws");
    const begun = read(await both.send(1, 3, 4), 2);
    const first = (await single.reset({ seed: 4 })).data;
    expect(begun.observations.slice(4)).toEqual(first.observation.observation);
    expect(begun.status).toEqual([0, 0]);
    let steps = 0;
    for (let isOver = false; !isOver; steps++) {
      const alone = (await single.step({ action: 1 })).data;
      // The other copy stays upright for longer.
      const { rewards, outcomes, observations, status } = read(await both.send(2, steps % 2, 1), 2);
      expect(observations.slice(4)).toEqual(alone.observation.observation);
      expect(outcomes.slice(6)).toEqual(Object.values(alone.observation.outcomes));
      expect([rewards[1], status[1] !== 0]).toEqual([alone.reward, alone.done]);
      expect(status[0]).toBe(0);
      isOver = alone.done;
    }
    const next = read(await both.send(2, 1, 1), 2);
    expect(next).toMatchObject({ rewards: [1, 0], status: [0, 0] });
    // The second episode of a seed is the same in every batch, and differs from the first.
    expect(next.observations.slice(4)).not.toEqual(begun.observations.slice(4));
    const again = await batch("copies=1");
    await again.send(1, 4);
    for (let k = 0; k < steps; k++) await again.send(2, 1);
    expect(read(await again.send(2, 1), 1).observations).toEqual(next.observations.slice(4));
    for (const one of [both, again]) one.socket.close();
    await single.leave();
    await empty();
  });

  test("leaves ended copies unchanged where the option is set, and resets the named ones", async () => {
    const both = await batch("copies=2&autoreset=disabled");
    expect((await both.send(2, 1, 1)).data.message).toContain("no episode in a copy of this batch");
    await both.send(1, 3, 4);
    const over = [];
    for (let k = 0; k < 30; k++) over.push(read(await both.send(2, 1, 1), 2).status);
    expect(over.at(-1)).toEqual([1, 1]);
    const { status, observations } = read(await both.send(1, Number.NaN, 4), 2);
    expect(status).toEqual([1, 0]);
    expect(read(await both.send(1, 4, 3), 2).observations.slice(0, 4)).toEqual(observations.slice(4));
    both.socket.close();
    await empty();
  });

  test("shows how a copy looks, and what it did last", async () => {
    const both = await batch("copies=2");
    expect(both.greeting.data.draws).toBe(true);
    await both.send(1, 3, 4);
    const before = await both.send(3, 1);
    expect(before).toMatchObject({ type: "view", data: { step: 0, last: [], scene: { shapes: expect.any(Array) } } });
    await both.send(2, 0, 1);
    const { step, last, scene } = (await both.send(3, 1)).data;
    expect(step).toBe(1);
    expect(last).toMatchObject([{ agent: "agent_0", action: [1], pay: 1, outcomes: { payoff: 1 } }]);
    expect(scene).not.toEqual(before.data.scene);
    both.socket.close();
    await empty();
  });

  test("rejects invalid requests, and continues", async () => {
    const one = await batch("copies=2");
    const complain = async (...numbers: number[]) => (await one.send(...numbers)).data.message;
    expect(await complain(1, 3)).toBe("the request has 1 seeds; it must have 2");
    expect(await complain(1, 3, -1)).toBe("seed 1 is -1; it is a whole number from 0 on");
    expect(await complain(7, 1)).toContain("1, reset, 2, step, or 3, look");
    expect(await complain(3, 2)).toBe("there is no copy 2; copies are numbered from 0 to 1");
    expect(await complain(3, 0)).toContain("no episode in a copy of this batch");
    await one.send(1, 3, 4);
    expect(await complain(2, 0, 2)).toBe("number 1 of the actions is 2; it is a whole number from 0 to 1");
    expect(await complain(2, 0, Number.NaN)).toContain("it must be finite");
    one.socket.send(Buffer.from([1, 2, 3]));
    expect((await one.next()).data.message).toContain("numbers of eight bytes");
    expect((await one.send(2, 0, 1)).type).toBe("bytes");
    one.socket.close();
    for (const [query, message] of [
      ["copies=0", "copies"],
      ["copis=2", 'unknown key "copis"'],
      ["autoreset=same", "autoreset"],
    ]) {
      const other = await batch(query);
      expect(other.greeting.data).toMatchObject({ code: "FACTORY_ERROR", message: expect.stringContaining(message) });
      other.socket.close();
    }
    await empty();
  });
});

describe("a server", () => {
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${served.url}${path}`, init);
    const body: Frame["data"] = await response.json();
    return { status: response.status, body };
  };
  const post = (path: string, body: object) => get(path, { method: "POST", body: JSON.stringify(body) });

  test("that is full rejects clients, and accepts again when a client has gone", async () => {
    const clients = [];
    for (let k = 0; k < 4; k++) clients.push(await client("control/cart-pole/ws"));
    for (const one of clients) await one.reset();
    const late = await client("control/cart-pole/ws");
    expect((await late.next()).data).toEqual({
      code: "CAPACITY_REACHED",
      message: "all 4 sessions of this server are taken",
      active_sessions: 4,
      max_sessions: 4,
    });
    // The refused socket is closed after its first request, so that its client has read the reason.
    late.socket.send(JSON.stringify({ type: "reset" }));
    expect(await late.closed).toBe(1013);
    clients[0].socket.terminate();
    for (let k = 0; served.sessions() > 3 && k < 200; k++) await later(10);
    const next = await client("control/cart-pole/ws");
    expect((await next.reset()).type).toBe("observation");
    for (const one of [...clients, next]) one.socket.terminate();
    await empty();
  });

  test("describes worlds, tasks and mistakes over HTTP", async () => {
    const cart = (path: string, body?: object) => {
      const address = `/env/control/cart-pole/${path}`;
      return body === undefined ? get(address) : post(address, body);
    };
    expect((await cart("health")).body).toEqual({ status: "healthy" });
    expect((await get("/env/coopetition/slcd/metadata")).body).toMatchObject({ name: "coopetition/slcd" });
    const reward = encodeURIComponent("{ sum: [private, { channel: trust, weight: 10 }] }");
    expect((await get(`/env/coopetition/slcd/metadata?reward=${reward}`)).body.readme_content).toContain(
      "Paid: private + 10 × trust.\n- private: an actor's own payoff\n",
    );
    expect((await get("/env/coopetition/slcd/schema?joint=true")).body.action.properties.actions.required).toHaveLength(
      2,
    );
    expect((await get("/env/control/cartpole/health")).body.detail[0].msg).toContain(
      'did you mean "control/cart-pole"?',
    );
    expect((await cart("nothing")).status).toBe(404);
    expect((await cart("reset", { seed: 3 })).body).toMatchObject({ reward: null, done: false });
    expect((await cart("step", { action: { action: 1 } })).body.reward).toBe(1);
    expect((await cart("step", { action: { action: 5 } })).status).toBe(422);
    expect((await cart("state")).body).toMatchObject({ episode_id: null });
    expect((await cart("list_environments")).body).toEqual(["cart-pole"]);
    expect((await cart("Cart-Pole/splits")).body).toHaveLength(3);
    expect((await cart("cart-pole/num_tasks", { split: "test" })).body).toEqual({
      num_tasks: 10_000,
    });
    const range = { split: "validation", start: 2, stop: 4 };
    expect((await cart("cart-pole/task_range", range)).body.tasks.map((task: { seed: number }) => task.seed)).toEqual([
      2_000_002, 2_000_003,
    ]);
    expect((await cart("cart-pole/task", { split: "test", index: 10_000 })).status).toBe(400);
    expect((await cart("pole/tasks", { split: "test" })).status).toBe(404);
    await empty();
  });

  test("scores texts and episodes of external trainers, with mistakes beside the other scores", async () => {
    const question = (await post("/env/language/sort/reset", { seed: 1 })).body.observation.observation;
    const right = [...question.slice(1, -1)].sort().join("");
    const texts = [`${right}$`, "1$", "é$"].map((text) => ({ seed: 1, actions: [text] }));
    const { body } = await post("/env/language/sort/reward", { episodes: texts });
    expect(body.rewards).toEqual([1, 0, null]);
    expect(body.episodes[2].error).toContain('"é", which this world cannot write');
    expect(body.episodes[0]).toMatchObject({ steps: 1, done: true, metadata: { channels: { correct: 1 } } });
    // A pole falls after some steps to one side: later actions are ignored.
    const pushes = Array.from({ length: 50 }, () => 1);
    const played = await post("/env/control/cart-pole/reward", { episodes: [{ seed: 3, actions: pushes }] });
    expect(played.body.episodes[0]).toMatchObject({ done: true, reward: played.body.episodes[0].steps });
    expect(played.body.rewards[0]).toBeLessThan(20);
    const joint = await post("/env/coopetition/slcd/reward?joint=true&reward=integrated", {
      episodes: [{ actions: [{ agent_0: 50, agent_1: 20 }], seed: 1 }],
    });
    expect(joint.body.rewards[0]).toBeCloseTo(179.874969 + 231.737289, 3);
    expect((await post("/env/language/sort/reward", {})).status).toBe(422);
    await empty();
  });

  test("distinguishes unscorable texts from wrong ones, and scores the text without reasoning", async () => {
    const question = (await post("/env/language/sort/reset", { seed: 1 })).body.observation.observation;
    const right = `${[...question.slice(1, -1)].sort().join("")}$`;
    const scored = async (path: string, episodes: readonly object[]) => {
      const { body } = await post(path, { episodes: episodes.map((one) => ({ seed: 1, ...one })) });
      return body.episodes.map(({ reward, begun, error = "" }: Frame["data"]) => [reward, begun, error]);
    };
    const texts = (...actions: readonly unknown[]) => actions.map((one) => ({ actions: [one] }));
    const said = [`<think>1$</think>${right}`, [{ type: "text", text: right }], `<think>${right}</think>1$`];
    const observed = "/env/language/sort/reward?invalid=observe";
    expect(await scored(`${observed}&penalty=-0.5`, texts("é$"))).toEqual([[-0.5, true, ""]]);
    expect(await scored(observed, texts("é$"))).toEqual([[null, true, expect.stringContaining("cannot write")]]);
    expect(await scored("/env/language/sort/reward", texts(...said))).toEqual([
      [1, true, ""],
      [1, true, ""],
      [0, true, ""],
    ]);
    const unsaid = [`<think>${right}`, [{ type: "image", text: right }], right.slice(0, -1), "", null];
    const failed = await scored("/env/language/sort/reward", [
      ...texts(...unsaid, [{ role: "tool", content: right }]),
      { actions: [] },
      { seed: -1, actions: [right] },
    ]);
    expect(failed).toEqual([
      [null, true, expect.stringContaining("the reply is a thought alone: it has no end")],
      [null, true, expect.stringContaining("the reply is empty")],
      [null, true, expect.stringContaining("the text has no end")],
      [null, true, expect.stringContaining("the reply is empty")],
      [null, true, expect.stringContaining("action: is null")],
      [null, true, expect.stringContaining("a list of messages is no reply")],
      [null, true, expect.stringContaining("there are no actions")],
      [null, false, expect.stringContaining("seed")],
    ]);
    // A reward beyond the range of numbers is reported as an error, and not as null, which a client may take for 0.
    const huge = `reward=${encodeURIComponent("{ sum: [{ channel: payoff, weight: 1e308 }, { channel: payoff, weight: 1e308 }] }")}`;
    const [[pay, begun, error]] = await scored(`/env/control/cart-pole/reward?${huge}`, [{ actions: [1, 1] }]);
    expect([pay, begun, error]).toEqual([null, true, expect.stringContaining("step 1 was paid no finite number")]);
    expect(
      (await post(`/env/control/cart-pole/step?${huge}`, { reset: { seed: 1 }, action: { action: 1 } })).status,
    ).toBe(500);
    expect(
      (await post("/env/language/sort/reward", { episodes: [{ sed: 1, actions: [] }] })).body.episodes[0].error,
    ).toContain('did you mean "seed"?');
  });

  test("scores replies to a file's questions by their numbers, in any script", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-served-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "q.csv"), "question,answer\nWhat is 2 + 2?,4\nWas ist 2 + 3 (Füße)?,5\n");
    const set = { file: join(folder, "q.csv"), judge: "number" };
    const query = new URLSearchParams({ reward: "{ channel: correct }", parameters: JSON.stringify(set) });
    const replies = ["It is 4, I think.", "Füße: 5", "4"];
    const episodes = replies.map((text, k) => ({ split: "train", index: [0, 1, 1][k], actions: [text] }));
    expect((await post(`/env/language/questions/reward?${query}`, { episodes })).body.rewards).toEqual([1, 1, 0]);
    expect(
      (await post(`/env/language/questions/questions/num_tasks?${query}`, { split: "train" })).body.num_tasks,
    ).toBe(2);
    const beyond = [{ split: "train", index: 2, actions: ["5"] }];
    const { body } = await post(`/env/language/questions/reward?${query}`, { episodes: beyond });
    expect(body.episodes[0].error).toContain("train has no task 2; its tasks are numbered from 0 to 1");
  });

  test("refuses other origins and other host names", async () => {
    const origin = { headers: { origin: "http://elsewhere.example" } };
    expect((await get("/env/control/cart-pole/health", origin)).status).toBe(403);
    const socket = new WebSocket(`${served.url.replace("http", "ws")}/env/control/cart-pole/ws`, origin);
    const refused = await new Promise((resolve) => socket.on("error", resolve));
    expect(String(refused)).toContain("403");
  });
});
