// Judges at a desk: balanced sides, no name before a vote, each vote written once, and the same numbers after a restart.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Random } from "../../core/random.ts";
import { allPairs } from "../../evaluation/ratings/next-pair.ts";
import { votesFile } from "../../feedback/votes/votes-file.ts";
import { ratingFigures } from "../rating/rating-file.ts";
import type { Ballot, HandedPair } from "./judging-data.ts";
import { judgingDesk } from "./judging-desk.ts";
import type { JudgedSubject } from "./subject.ts";
import { voteBoard } from "./vote-board.ts";

function folder(): string {
  const place = mkdtempSync(join(tmpdir(), "agon-judging-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

/** Players that have played each of some seeds. */
const subjectOf = (players: readonly string[], seeds = 40): JudgedSubject => ({
  run: "yard-01234567",
  players,
  question: { question: "Which is better?", also: ["Was it quick?"] },
  shared: () => ({ count: seeds, at: (seed) => ({ seed, prompt: null, episode: 0 }) }),
  text: () => null,
});

function opened(file = join(folder(), "votes", "votes.jsonl")) {
  return { file, desk: judgingDesk(votesFile(file)), votes: () => readFileSync(file, "utf8") };
}

function given(pair: HandedPair | null): HandedPair {
  if (pair === null) throw new Error("there is no pair");
  return pair;
}

const ballot = (judge: string, { pair }: HandedPair, better: Ballot["better"], more: Partial<Ballot> = {}): Ballot => ({
  ...{ judge, pair, better, answers: {}, reason: "" },
  ...more,
});

const ABILITY: Readonly<Record<string, number>> = { ada: 3, bob: 2, cy: 1, dee: 0 };
const FOUR = Object.keys(ABILITY);

describe("a desk", () => {
  test("tells no name before the vote, and both after it", () => {
    const { desk } = opened();
    const players = ["alpha-variant", "beta-variant"];
    const subject = subjectOf(players);
    const { next } = desk.next(subject, "eve");
    for (const name of players) expect(JSON.stringify(next)).not.toContain(name);
    const vote = desk.vote(subject, ballot("eve", given(next), "left"));
    expect([vote.left, vote.right].sort()).toEqual(players);
    expect(vote).toMatchObject({ better: "left", votes: 1 });
  });

  test("gives every two players each side equally often, for any votes and several judges", () => {
    const { desk, file } = opened();
    const subject = subjectOf(FOUR);
    const random = Random.of(5, "votes");
    const onLeft = new Map<string, number>();
    for (let round = 0; round < 60; round++) {
      const judges = ["eve", "kim"];
      const pairs = judges.map((judge) => given(desk.next(subject, judge).next));
      for (const [k, judge] of judges.entries()) {
        const better = random.uniform() < 0.2 ? "same" : random.uniform() < 0.9 ? "left" : "right";
        // Of some a judge cannot tell, and these come back for another judge.
        const isClear = random.uniform() >= 0.1;
        const { left, right } = desk.vote(subject, ballot(judge, pairs[k], isClear ? better : "unclear"));
        if (isClear) onLeft.set(`${left} ${right}`, (onLeft.get(`${left} ${right}`) ?? 0) + 1);
      }
    }
    const count = (a: string, b: string) => onLeft.get(`${a} ${b}`) ?? 0;
    for (const [a, b] of allPairs(4)) {
      const [one, other] = [count(FOUR[a], FOUR[b]), count(FOUR[b], FOUR[a])];
      expect(one + other).toBeGreaterThan(5);
      // A vote that is not clear may leave one side ahead until the next one on the two.
      expect(Math.abs(one - other)).toBeLessThanOrEqual(2);
    }
    const clear = votesFile(file)
      .read()
      .all.filter(({ winner }) => winner !== "cannot tell");
    expect(clear.length).toBe([...onLeft.values()].reduce((a, b) => a + b, 0));
    expect(clear.length).toBeLessThan(120);
  });

  test("shows each judge every place of two players once, those with fewest votes first, and then ends", () => {
    const { desk } = opened();
    const subject = subjectOf(["a", "b"], 5);
    const seeds = (judge: string, count: number) =>
      Array.from({ length: count }, () => {
        const next = given(desk.next(subject, judge).next);
        desk.vote(subject, ballot(judge, next, "same"));
        return next.seed;
      });
    expect(new Set(seeds("eve", 3)).size).toBe(3);
    const [first, second, ...others] = seeds("kim", 5);
    expect(new Set([first, second, ...others])).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(desk.next(subject, "kim")).toEqual({ next: null, votes: 5 });
    const eves = new Set(seeds("eve", 2));
    expect(eves).toEqual(new Set([first, second]));
    expect(desk.next(subject, "eve").next).toBeNull();
  });

  test("counts pairs under way: two judges at once get different players", () => {
    const { desk } = opened();
    const subject = subjectOf(["a", "b", "c"], 3);
    const [one, other] = ["eve", "kim"].map((judge) => {
      const { pair } = given(desk.next(subject, judge).next);
      const { left, right } = desk.pair(pair);
      return [left, right].sort().join();
    });
    expect(one).not.toBe(other);
  });

  test("keeps a judge's pair over reloads, writes a vote once, and refuses another judge's", () => {
    const { desk, votes } = opened();
    const subject = subjectOf(FOUR);
    const first = given(desk.next(subject, "eve").next);
    expect(desk.next(subject, "eve").next).toEqual(first);
    expect(() => desk.vote(subject, ballot("kim", first, "left"))).toThrow("no longer yours");
    const written = desk.vote(
      subject,
      ballot("eve", first, "right", { answers: { "Was it quick?": "both" }, reason: "calm" }),
    );
    expect(desk.vote(subject, ballot("eve", first, "left"))).toEqual(written);
    expect(() => desk.vote(subject, ballot("kim", first, "left"))).toThrow("no longer yours");
    const [line, ...rest] = votes().trim().split("\n");
    expect(rest).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      ...{ id: first.pair, judge: "eve", left: written.left, right: written.right, winner: written.right },
      ...{ run: "yard-01234567", seed: first.seed, prompt: null, episode: 0, takes_back: null },
      ...{ answers: { "Was it quick?": "both" }, reason: "calm" },
    });
    const second = given(desk.next(subject, "eve").next);
    expect(second.pair).not.toBe(first.pair);
    expect(() => desk.vote(subject, ballot("eve", second, "left", { answers: { "Is it red?": "left" } }))).toThrow(
      'nothing asks "Is it red?"',
    );
  });

  test("takes a pair back after 30 minutes", () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { desk } = opened();
    const subject = subjectOf(FOUR);
    const first = given(desk.next(subject, "eve").next);
    vi.advanceTimersByTime(29 * 60_000);
    expect(desk.next(subject, "eve").next).toEqual(first);
    vi.advanceTimersByTime(2 * 60_000);
    expect(() => desk.vote(subject, ballot("eve", first, "left"))).toThrow("30 minutes");
    expect(desk.next(subject, "eve").next?.pair).not.toBe(first.pair);
    expect(() => desk.pair(first.pair)).toThrow("30 minutes");
  });

  test("keeps that a judge could not tell: no game, not asked again, and taken back as any vote", async () => {
    const { desk, file, votes } = opened();
    const subject = subjectOf(["a", "cannot tell"], 2);
    const first = given(desk.next(subject, "eve").next);
    const unclear = desk.vote(subject, ballot("eve", first, "unclear"));
    expect(unclear).toMatchObject({ better: "unclear", votes: 1 });
    // A player of that name is not taken for the word.
    expect(JSON.parse(votes())).toMatchObject({ winner: "can't tell" });
    expect(await voteBoard(file)).toMatchObject({ votes: 0, unclear: 1, judges: 0, players: [] });
    const again = judgingDesk(votesFile(file));
    const second = given(again.next(subject, "eve").next);
    expect(second.seed).not.toBe(first.seed);
    again.vote(subject, ballot("eve", second, "left"));
    expect(await voteBoard(file)).toMatchObject({ votes: 1, unclear: 1, judges: 1 });
    expect(await ratingFigures({ file }, { resamples: 0 })).toMatchObject({ games: 1 });
    // Nothing is known of the place that was not clear, and so it is the next judge's first.
    expect(given(again.next(subject, "kim").next).seed).toBe(first.seed);
    again.takeBack("eve", second.pair);
    again.takeBack("eve", unclear.pair);
    expect(await voteBoard(file)).toMatchObject({ votes: 0, unclear: 0 });
  });

  test("keeps texts beside a vote, and what else is told of its sides", () => {
    const { desk, file } = opened();
    const text = (player: string) => `what ${player} wrote`;
    const subject: JudgedSubject = { ...subjectOf(["a", "b"]), text };
    const { left, right } = desk.vote(subject, ballot("eve", given(desk.next(subject, "eve").next), "left"));
    const facts = { objective: { left: 1, right: 2 }, outcomes: { left: { payoff: [1] }, right: { payoff: [2] } } };
    desk.vote(subject, ballot("eve", given(desk.next(subject, "eve").next), "same"), facts);
    const [one, other] = votesFile(file).read().all;
    expect(one).toMatchObject({ response_a: text(left), response_b: text(right) });
    expect(other).toMatchObject(facts);
    const long = { ...subject, text: (player: string) => player.repeat(600_000) };
    desk.vote(long, ballot("eve", given(desk.next(long, "eve").next), "left"), facts);
    const [, , cut] = votesFile(file).read().all;
    expect([cut.response_a, cut.outcomes]).toEqual([undefined, facts.outcomes]);
  });

  test("takes the last vote back by a line of its own", async () => {
    const { desk, file, votes } = opened();
    const subject = subjectOf(FOUR);
    const cast = (better: Ballot["better"]) =>
      desk.vote(subject, ballot("eve", given(desk.next(subject, "eve").next), better));
    const [first, second] = [cast("left"), cast("right")];
    const before = votes();
    expect(() => desk.takeBack("eve", first.pair)).toThrow("not the judge's last vote");
    expect(() => desk.takeBack("kim", second.pair)).toThrow("not the judge's last vote");
    desk.takeBack("eve", second.pair);
    desk.takeBack("eve", second.pair);
    expect(votes().startsWith(before)).toBe(true);
    expect(votes().slice(before.length).trim().split("\n")).toHaveLength(1);
    expect((await ratingFigures({ file })).games).toBe(1);
    expect(await voteBoard(file)).toMatchObject({ votes: 1, judges: 1 });
    // The names are known: the judge gets other places of the two.
    const { next, votes: own } = desk.next(subject, "eve");
    expect([own, next?.pair === second.pair]).toEqual([1, false]);
    desk.takeBack("eve", first.pair);
    expect(await voteBoard(file)).toMatchObject({ votes: 0, players: [] });
  });

  test("rates as `agon rate` does, finds the better player, and gives the same after a restart", async () => {
    const { desk, file } = opened();
    const subject = subjectOf(FOUR);
    const random = Random.of(6, "votes");
    for (let k = 0; k < 60; k++) {
      const judge = ["eve", "kim"][k % 2];
      const next = given(desk.next(subject, judge).next);
      const { left, right } = desk.pair(next.pair);
      const gap = ABILITY[left] - ABILITY[right] + random.normal();
      desk.vote(subject, ballot(judge, next, Math.abs(gap) < 0.2 ? "same" : gap > 0 ? "left" : "right"));
    }
    const board = await voteBoard(file);
    const rated = await ratingFigures({ file });
    for (const [k, { skill: _, ...player }] of board.players.entries()) expect(rated.players[k]).toMatchObject(player);
    expect(rated).toMatchObject({ model: "bradley-terry", games: 60, rows: 60 });
    expect(rated.judges).toHaveLength(2);
    expect(rated.sides?.won.n).toBeGreaterThan(40);
    expect(board.players.map(({ name }) => name)).toEqual(FOUR);
    const skills = await ratingFigures({ file }, { model: "trueskill", resamples: 0 });
    for (const { name, skill } of board.players) {
      const same = skills.players.find((player) => player.name === name);
      expect(skill.mean).toBeCloseTo(same?.rating ?? 0, 10);
      expect(skill.deviation).toBeCloseTo(same?.deviation ?? 0, 10);
    }
    expect(await voteBoard(file)).toEqual(board);
    const again = judgingDesk(votesFile(file));
    const [one, other] = [desk, again].map((each) => each.next(subject, "eve").next);
    expect({ ...one, pair: "" }).toEqual({ ...other, pair: "" });
  });
});

test.each([
  ["left", "right", "left"],
  ["left", "right", "right"],
  ["tie", "draw", "same"],
  ["1-0", "0-1", "right"],
] as const)("players called %s and %s are not taken for results: %s", async (one, other, better) => {
  const { desk, file } = opened();
  const subject = subjectOf([one, other]);
  const cast = (): string => {
    const next = given(desk.next(subject, "eve").next);
    const { left, right } = desk.pair(next.pair);
    desk.vote(subject, ballot("eve", next, better));
    return better === "left" ? left : better === "right" ? right : "";
  };
  const winners = [cast(), cast(), cast()];
  const { players } = await ratingFigures({ file }, { resamples: 0 });
  const [first, second] = players;
  if (better === "same") expect(first.rating).toBeCloseTo(second.rating, 6);
  else expect(winners.filter((name) => name === first.name).length).toBe(2);
});

test("a damaged file gets one sentence with its line", () => {
  const { desk, file } = opened(join(folder(), "votes.jsonl"));
  const subject = subjectOf(FOUR);
  desk.vote(subject, ballot("eve", given(desk.next(subject, "eve").next), "left"));
  const whole = readFileSync(file, "utf8");
  const errorOf = (text: string): string => {
    writeFileSync(file, text);
    try {
      votesFile(file).read();
      return "";
    } catch (error) {
      return String(error);
    }
  };
  const one = (end: string) =>
    new RegExp(`^UserError: ${file.replaceAll(".", "\\.")}:2: [^\\n]*${end}[^\\n]*; mend the line`);
  expect(errorOf(`${whole}${whole.slice(0, 40)}`)).toMatch(one("is no JSON, and so no vote"));
  expect(errorOf(`${whole}{}`)).toMatch(one("the line is no vote: id: "));
  expect(errorOf(`${whole}${whole.replace(/"winner":"[^"]*"/, '"winner":"zed"')}`)).toMatch(
    one("the winner is neither player"),
  );
  expect(errorOf(`${whole}${whole.replace('"seed":', '"speed":')}`)).toMatch(one("the line is no vote: seed: "));
  expect(errorOf(`${whole}{"takes_back":"x"}`)).toMatch(one("the line is no vote: id: "));
  expect(errorOf(`${whole}{"reason":"${"x".repeat(1 << 20)}"}`)).toMatch(one("the line has 10485\\d+ characters"));
  expect(errorOf(" ".repeat((64 << 20) + 1))).toMatch(/holds more than 64 MiB of votes/);
  // A vote that is there twice counts once, and a line that lacks its end gets one.
  expect(errorOf(`${whole}\n${whole.trim()}`)).toBe("");
  expect(votesFile(file).read().all).toHaveLength(1);
  desk.vote(subject, ballot("kim", given(desk.next(subject, "kim").next), "right"));
  expect(votesFile(file).read().all).toHaveLength(2);
});
