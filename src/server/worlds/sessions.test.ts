// Sessions without a socket end after the idle time; sessions with a socket do not.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { optionsIn } from "./session-options.ts";
import { sessionThreads } from "./session-threads.ts";
import { type Sessions, sessions } from "./sessions.ts";

const world = { name: "pole", id: "control/cart-pole", directory: ".", cache: ".agon" };
const options = optionsIn(new URLSearchParams());
const IDLE = 60;
let open: Sessions;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  open = sessions(sessionThreads(0, { step: 30, open: 30 }), { most: 2, idle: IDLE });
});
afterEach(() => {
  open.end();
  vi.useRealTimers();
});

test("a used or attached session stays open, and an idle one ends", async () => {
  const [used, held] = [await open.begin(world, options), await open.begin(world, options)];
  const { leave } = open.attach(held.id);
  vi.advanceTimersByTime(0.8 * IDLE * 1000);
  expect((await used.answer('{"type":"reset","data":{"seed":1}}')).frame).toContain('"observation"');
  vi.advanceTimersByTime(0.8 * IDLE * 1000);
  expect(open.count()).toBe(2);
  await expect(open.begin(world, options)).rejects.toMatchObject({ code: "CAPACITY_REACHED" });
  vi.advanceTimersByTime(0.5 * IDLE * 1000);
  expect([open.find(used.id), open.find(held.id)]).toEqual([undefined, held]);
  expect((await used.answer('{"type":"state"}')).frame).toContain("the session is over");
  leave();
  vi.advanceTimersByTime(1.3 * IDLE * 1000);
  expect(open.count()).toBe(0);
});

test("a session that is closed while a socket is attached ends with the socket", async () => {
  const { id } = await open.begin(world, options);
  const { leave } = open.attach(id);
  expect(() => open.attach(id)).toThrow("another socket is attached");
  expect(open.close(id)).toBe("closing");
  expect(open.count()).toBe(1);
  leave();
  expect([open.count(), open.close(id)]).toEqual([0, undefined]);
});

test("a world that cannot be set up does not count as a session", async () => {
  const wrong = { ...options, reward: "prvate" };
  await expect(open.begin(world, wrong)).rejects.toMatchObject({ code: "FACTORY_ERROR" });
  expect(open.count()).toBe(0);
});
