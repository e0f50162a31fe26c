// HTTP routes of a server of worlds: the list of worlds, their descriptions, tasks, tools, and single-step episodes.

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { display, isMap } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { NOTHING } from "./allowances.ts";
import { RPC, rpcError, rpcRequest, rpcResult } from "./mcp.ts";
import { detailsOf, sentJson, WireError } from "./openenv.ts";
import type { EpisodeScore } from "./scores.ts";
import { optionsIn } from "./session-options.ts";
import type { SessionThreads } from "./session-threads.ts";
import type { OpenSession, Sessions } from "./sessions.ts";
import { splitNamed, taskOf } from "./tasks.ts";
import { type WorldAddress, worldAt } from "./world-address.ts";
import type { WorldDescription } from "./world-description.ts";
import type { ServedWorld } from "./world-session.ts";

/** Maximum bytes of a request. */
const LARGEST_REQUEST = 16 * 1024 * 1024;

export interface WorldSources {
  readonly worlds: ReadonlyMap<string, ServedWorld>;
  readonly sessions: Sessions;
  readonly threads: SessionThreads;
}

export function worldApp({ worlds, sessions, threads }: WorldSources): Hono {
  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: LARGEST_REQUEST,
      onError: (context) => context.json({ detail: "the request is too large" }, 413),
    }),
  );
  app.onError((error, context) => {
    if (error instanceof UserError) {
      const status = error.problems[0].code === "unknown-name" ? 404 : 422;
      return context.json({ detail: detailsOf(error.problems) }, status);
    }
    if (error instanceof WireError)
      return context.json({ detail: error.message, code: error.code, ...error.more }, 503);
    console.error(error);
    return context.json({ detail: "Agon itself failed; its terminal says where" }, 500);
  });
  app.notFound((context) => context.json({ detail: `there is no ${context.req.path}` }, 404));
  app.get("/", (context) => context.json([...worlds.keys()].map((name) => ({ name, base: `/env/${name}` }))));
  app.get("/health", (context) => context.json({ status: "healthy", sessions: sessions.count() }));
  app.all("/env/*", async (context) => {
    const address = worldAt(new URL(context.req.url), worlds);
    const isLook = context.req.method === "GET" || context.req.method === "HEAD";
    const world = isLook ? withoutDeeds(address.world) : address.world;
    const response = await answered(context, { ...address, world }, sessions, threads);
    return response ?? context.notFound();
  });
  return app;
}

/** Returns a world for read-only requests: they load no code and start no program, even where that is allowed. */
const withoutDeeds = (world: ServedWorld): ServedWorld => ({
  ...world,
  allowed: { ...NOTHING, folders: world.allowed?.folders ?? [], data: world.allowed?.data ?? [] },
});

async function answered(
  context: Context,
  address: WorldAddress,
  sessions: Sessions,
  threads: SessionThreads,
): Promise<Response | undefined> {
  const { world, route } = address;
  switch (`${context.req.method} ${route}`) {
    case "GET health":
      return context.json({ status: "healthy" });
    case "GET metadata":
      return context.json((await described(address, threads)).metadata);
    case "GET schema":
      return context.json((await described(address, threads)).schema);
    case "GET openapi.json":
      return context.json(openApi(world));
    case "POST reset":
      return once(context, address, sessions, (session, body) => session.answer(frame("reset", body)));
    case "POST step":
      return once(context, address, sessions, async (session, body) => {
        const begun = await session.answer(frame("reset", body.reset));
        const isBegun = JSON.parse(begun.frame ?? "{}").type === "observation";
        return isBegun ? session.answer(frame("step", body.action ?? {})) : begun;
      });
    case "GET state":
      return once(context, address, sessions, (session) => session.answer(frame("state")));
    case "POST reward": {
      const { world, query } = address;
      const { frame = "{}" } = await threads.score(world, optionsIn(query), await bodyOf(context));
      const { type, data } = JSON.parse(frame);
      if (type !== "scores") return context.json({ detail: data.errors ?? data.message }, statusOf(data.code));
      return context.json({ rewards: data.map(({ reward }: EpisodeScore) => reward), episodes: data });
    }
    case "POST mcp":
      return context.json(await mcpAnswer(await bodyOf(context), address, sessions));
    case "GET list_environments":
      return context.json([nameOf(world)]);
  }
  return taskAnswer(context, address, threads);
}

/** Returns the description of a world. Throws a UserError where it cannot be set up. */
async function described({ world, query }: WorldAddress, threads: SessionThreads): Promise<WorldDescription> {
  const { frame = "{}" } = await threads.describe(world, optionsIn(query));
  const { type, data } = JSON.parse(frame);
  if (type === "description") return data;
  throw new UserError({ code: "no-world", what: String(data?.message) });
}

const nameOf = ({ name }: ServedWorld): string => name.slice(name.lastIndexOf("/") + 1);

/** Answers in a session of its own, which ends with the response. */
async function once(
  context: Context,
  { world, query }: WorldAddress,
  sessions: Sessions,
  answer: (session: OpenSession, body: Readonly<Record<string, unknown>>) => Promise<{ readonly frame?: string }>,
): Promise<Response> {
  const body = context.req.method === "GET" ? {} : await bodyOf(context);
  if (!isMap(body))
    return context.json(
      { detail: [{ type: "not-an-object", loc: [], msg: "the body is no JSON object", input: null }] },
      422,
    );
  const session = await sessions.begin(world, optionsIn(query));
  try {
    const { type, data } = JSON.parse((await answer(session, body)).frame ?? "{}");
    if (type !== "error") return context.json(data);
    return context.json({ detail: data.errors ?? data.message }, statusOf(data.code));
  } finally {
    session.close();
  }
}

const statusOf = (code: unknown): 422 | 500 => (code === "VALIDATION_ERROR" ? 422 : 500);

const frame = (type: string, data?: unknown): string =>
  JSON.stringify({ type, ...(data === undefined ? {} : { data }) });

/** Parses the request's JSON; undefined where it is something else. Throws a UserError where it is nested too deeply. */
async function bodyOf(context: Context): Promise<unknown> {
  const text = await context.req.text();
  return text.trim() === "" ? {} : sentJson(text);
}

/** Answers a tool call over HTTP, in a session that was started for tools, or in one for this call alone. */
async function mcpAnswer(body: unknown, { world, query }: WorldAddress, sessions: Sessions): Promise<unknown> {
  const request = rpcRequest(body);
  if ("error" in request) return request;
  const { id, method, params } = request;
  const begin = async () => {
    try {
      return await sessions.begin(world, optionsIn(query));
    } catch (error) {
      if (error instanceof WireError || error instanceof UserError) return rpcError(id, RPC.full, error.message);
      throw error;
    }
  };
  if (method === "openenv/session/create") {
    const session = await begin();
    return "error" in session ? session : rpcResult(id, { session_id: session.id });
  }
  const { session_id: name, ...rest } = params;
  const unknown = rpcError(id, RPC.invalidParams, `there is no session ${JSON.stringify(name)}`);
  if (method === "openenv/session/close") {
    const end = typeof name === "string" ? sessions.close(name) : undefined;
    if (end === undefined) return unknown;
    return rpcResult(
      id,
      end === "closed" ? { session_id: name, closed: true } : { session_id: name, closed: false, closing: true },
    );
  }
  const known = typeof name === "string" ? sessions.find(name) : undefined;
  if (name !== undefined && known === undefined) return unknown;
  const session = known ?? (await begin());
  if ("error" in session) return session;
  try {
    const { frame: reply } = await session.answer(frame("mcp", { jsonrpc: "2.0", id, method, params: rest }));
    const { type, data } = JSON.parse(reply ?? "{}");
    return type === "mcp" ? data : rpcError(id, RPC.internal, String(data?.message));
  } finally {
    if (known === undefined) session.close();
  }
}

/** Answers requests for tasks at NAME/splits and its subpaths; undefined for other routes. */
async function taskAnswer(
  context: Context,
  address: WorldAddress,
  threads: SessionThreads,
): Promise<Response | undefined> {
  const { world, route } = address;
  const [name, what, ...more] = route.split("/");
  if (what === undefined || more.length > 0) return undefined;
  if (name.toLowerCase() !== nameOf(world).toLowerCase())
    return context.json(
      { detail: `no environment here is called ${JSON.stringify(name)}; there is ${nameOf(world)}` },
      404,
    );
  const { splits } = await described(address, threads);
  if (what === "splits" && context.req.method === "GET")
    return context.json(splits.map(({ name, type }) => ({ name, type })));
  const body = await bodyOf(context);
  if (context.req.method !== "POST" || !isMap(body)) return undefined;
  const split = splitNamed(splits, typeof body.split === "string" ? body.split : display(body.split));
  const taskAt = (index: number) => taskOf(splits, split.name, index);
  const ranged = (start: number, stop: number) =>
    context.json({
      tasks: Array.from({ length: Math.max(0, stop - start) }, (_, k) => taskAt(start + k)),
      env_name: nameOf(world),
    });
  const whole = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isInteger(value) ? value : otherwise;
  try {
    switch (what) {
      case "tasks":
        return ranged(0, Math.min(split.count, MOST_TASKS));
      case "num_tasks":
        return context.json({ num_tasks: split.count });
      case "task":
        return context.json({ task: taskAt(whole(body.index, -1)) });
      case "task_range": {
        const start = whole(body.start, 0);
        const stop = Math.min(whole(body.stop, split.count), split.count);
        if (stop - start > MOST_TASKS) return context.json({ detail: `at most ${MOST_TASKS} tasks at once` }, 400);
        return ranged(start, stop);
      }
    }
  } catch (error) {
    if (error instanceof UserError) return context.json({ detail: error.message }, 400);
    throw error;
  }
  return undefined;
}

/** Maximum number of tasks per response. */
const MOST_TASKS = 10_000;

/** Returns the routes of a world as an OpenAPI document. */
function openApi(world: ServedWorld) {
  const route = (summary: string) => ({ summary, responses: { 200: { description: "as OpenEnv has it" } } });
  const once = "in a session of its own, which ends with the answer; episodes need the WebSocket";
  return {
    openapi: "3.1.0",
    info: { title: world.name, version: "1.0.0" },
    paths: {
      "/health": { get: route("whether the server answers") },
      "/metadata": { get: route("what the world is") },
      "/schema": { get: route("JSON Schema of actions, observations and state") },
      "/reset": { post: route(`begins an episode, ${once}`) },
      "/step": { post: route(`begins an episode with the data of reset, and takes one step, ${once}`) },
      "/state": { get: route(`the state before an episode, ${once}`) },
      "/reward": { post: route("scores episodes that were written or played elsewhere: texts, or lists of actions") },
      "/mcp": { post: route("tools over JSON-RPC") },
    },
  };
}
