// When a cluster is polled, and what pages are sent. test/cluster-view.test.ts tests the status of a real database.

import { expect, onTestFinished, test, vi } from "vitest";
import type { ClusterPageData, ClusterStanding } from "../cluster/standing-data.ts";
import { clusterFeed } from "./cluster-feed.ts";

function standingOf(workers: number, at: string): ClusterStanding {
  const work = { waiting: 0, atWork: 0, done: 0, failed: 0, rate: 0, secondsLeft: null };
  return {
    ...{ database: "postgres://agon@database/agon", at },
    whole: { ...work, open: 0, workers, threads: workers, lost: 0, resumed: 0 },
    ...{ batches: { list: [], more: 0 }, workers: { list: [], more: 0 }, events: [] },
  };
}

function feedOf() {
  vi.useFakeTimers();
  const state = { workers: 1, at: 0, why: "" };
  const standing = vi.fn(async () => {
    state.at += 1;
    if (state.why !== "") throw new Error(state.why);
    return standingOf(state.workers, `look ${state.at}`);
  });
  const feed = clusterFeed({ standing, close: async () => {} });
  onTestFinished(() => {
    feed.close();
    vi.useRealTimers();
  });
  const page = (waiting = 0) => {
    const messages: ClusterPageData["cluster"][] = [];
    const read = (text: string) => {
      const { cluster }: ClusterPageData = JSON.parse(text);
      messages.push(cluster);
    };
    return { told: messages, listener: { send: read, waiting: () => waiting, close: vi.fn() } };
  };
  return { state, standing, feed, page };
}

test("pages get changes, and no message where only time has passed", async () => {
  const { state, standing, feed, page } = feedOf();
  const [quick, slow] = [page(), page(2_000_000)];
  feed.listen(quick.listener);
  feed.listen(slow.listener);
  await vi.advanceTimersByTimeAsync(3000);
  expect(standing).toHaveBeenCalledTimes(4);
  expect(quick.told).toEqual([{ standing: standingOf(1, "look 1"), away: null }]);
  state.workers = 2;
  await vi.advanceTimersByTimeAsync(3000);
  expect(quick.told).toHaveLength(2);
  expect(quick.told[1].standing?.whole.workers).toBe(2);
  // A page that reads too slowly is updated later.
  expect(slow.told).toEqual([]);
  slow.listener.waiting = () => 0;
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.told.map(({ standing: one }) => one?.whole.workers)).toEqual([2]);
});

test("the database is not queried while no page is open, and requests share a query", async () => {
  const { standing, feed, page } = feedOf();
  const { listener } = page();
  expect(standing).not.toHaveBeenCalled();
  const leave = feed.listen(listener);
  await Promise.all([feed.standing(), feed.standing()]);
  expect(standing).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2000);
  expect(standing).toHaveBeenCalledTimes(3);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(standing).toHaveBeenCalledTimes(3);
  feed.listen(listener);
  await vi.advanceTimersByTimeAsync(1000);
  expect(standing).toHaveBeenCalledTimes(5);
});

test("an unreachable database is reported with the time, and its last status stays", async () => {
  const { state, feed, page } = feedOf();
  const { told, listener } = page();
  await feed.standing();
  vi.setSystemTime(1000);
  state.why = "the server is gone";
  await expect(feed.standing()).rejects.toThrow(
    "the cluster's database has not answered since 1970-01-01T00:00:01.000Z: the server is gone",
  );
  vi.setSystemTime(9000);
  feed.listen(listener);
  await vi.advanceTimersByTimeAsync(0);
  const away = { since: "1970-01-01T00:00:01.000Z", why: "the server is gone" };
  expect(told[0]).toEqual({ standing: standingOf(1, "look 1"), away });
  state.why = "";
  await vi.advanceTimersByTimeAsync(1000);
  expect(told.at(-1)?.away).toBeNull();
});
