// Grid football: pushes, goals, reward components, the transition table of the single-player game, and programs that play.

import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { pairs } from "../../../../test/fixtures/matrix.ts";
import { valueIteration } from "../../../algorithms/planning/value-iteration.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { arenas } from "../../arenas/index.ts";
import { tabularMdp } from "../../tabular/mdp.ts";
import { fewestMoves, footballProcess } from "./process.ts";
import { MOVES } from "./rules.ts";
import { gridFootballWorld } from "./world.ts";

/** One player on a small pitch. */
const ALONE = { teams: 1, players: 1, size: 7, horizon: 60 } as const;
const CELLS = ALONE.size ** 2;

const moveOf = (name: (typeof MOVES)[number]): number => MOVES.indexOf(name);

/** A game with given positions of players and ball. */
type Cell = readonly [x: number, y: number];
function begun(players: readonly Cell[], ball: Cell, parameters = {}) {
  const world = gridFootballWorld.make({ ...ALONE, ...parameters });
  const { channels } = world.spec;
  const outcomes = new Float64Array(players.length * channels.length);
  world.reset(Random.of(0), outcomes);
  const { x, y, ball: held } = world.state.views;
  x.set(players.map(([column]) => column));
  y.set(players.map(([, row]) => row));
  held.set(ball);
  return {
    world,
    step: (...names: (typeof MOVES)[number][]) => world.step(Float64Array.from(names, moveOf), outcomes, Random.of(0)),
    places: () => [...Array.from(x, (column, seat) => [column, y[seat]]), [held[0], held[1]]],
    of: (name: string, seat = 0) =>
      outcomes[seat * channels.length + channels.findIndex((channel) => channel.name === name)],
  };
}

test("a move into the ball pushes it one cell in the same direction; other moves do not", () => {
  const { step, places, of } = begun([[2, 2]], [3, 3]);
  expect([step("forward up"), places(), of("touch")]).toEqual([Status.running, pairs("3,3 4,4"), 1]);
  expect(of("approach")).toBeCloseTo(1, 12);
  expect([step("back"), places(), of("touch")]).toEqual([Status.running, pairs("2,3 4,4"), 0]);
  expect(of("approach")).toBeCloseTo(-1 / Math.SQRT2, 12);
});

test.each([
  ["a player off the pitch", [0, 0], [3, 3], "back"],
  ["a player into a goal", [0, 3], [3, 3], "back"],
  ["a ball over a side", [3, 5], [3, 6], "up"],
  ["a ball past a goal", [5, 1], [6, 1], "forward"],
  ["a ball past the corner of a goal", [5, 4], [6, 4], "forward up"],
] as const)("a move that takes %s does nothing", (_, [x, y], [ballX, ballY], name) => {
  const { step, places, of } = begun([[x, y]], [ballX, ballY]);
  if (name === "forward up") expect(step("forward")).toBe(Status.terminated);
  else {
    expect(step(name)).toBe(Status.running);
    expect(places().flat()).toEqual([x, y, ballX, ballY]);
  }
  expect(of("approach")).toBe(name === "forward up" ? 1 : 0);
});

test("goals at the right edge count for the player, and at the left edge against it", () => {
  const right = begun([[5, 1]], [6, 2]);
  expect(right.step("forward up")).toBe(Status.terminated);
  expect([right.of("payoff"), right.of("goal"), right.of("alignment"), right.of("nearness")]).toEqual([1, 1, 0, 0]);
  const left = begun([[1, 3]], [0, 3]);
  expect(left.step("back")).toBe(Status.terminated);
  expect([left.of("payoff"), left.of("goal")]).toEqual([-1, 0]);
});

test("reward components after a step", () => {
  const { step, of } = begun([[0, 3]], [3, 3]);
  step("forward");
  expect([of("approach"), of("alignment"), of("distance")]).toEqual([1, 1, 1]);
  expect(of("nearness")).toBeCloseTo(Math.exp(-0.25), 12);
  expect(of("ballProgress")).toBe(0);
  expect(of("ballPlace")).toBeCloseTo(0, 12);
  step("forward");
  step("forward");
  expect([of("nearness"), of("ballProgress")]).toEqual([1, 1]);
  expect(of("ballPlace")).toBeCloseTo(Math.exp(-0.5 * (3 / 7)) - Math.exp(-0.5 * (5 / 7)), 12);
});

test("the transition table of the single-player game equals the environment", () => {
  const process = footballProcess(ALONE.size);
  const world = gridFootballWorld.make(ALONE);
  const outcomes = new Float64Array(world.spec.channels.length);
  const { x, y, ball, result } = world.state.views;
  const random = Random.of(3);
  for (let k = 0; k < 4000; k++) {
    const state = random.integer(process.states - 2);
    const [player, at] = [Math.floor(state / CELLS), state % CELLS];
    if (player === at) continue;
    world.reset(random, outcomes);
    [x[0], y[0], ball[0], ball[1]] = [player % 7, Math.floor(player / 7), at % 7, Math.floor(at / 7)];
    const action = random.integer(MOVES.length);
    world.step(Float64Array.of(action), outcomes, random);
    const after = (x[0] + 7 * y[0]) * CELLS + ball[0] + 7 * ball[1];
    const reached = result[0] > 0 ? process.scored : result[0] < 0 ? process.conceded : after;
    expect(process.next[state * MOVES.length + action]).toBe(reached);
  }
});

test("the fewest moves to a goal equal the values of the exact solution", () => {
  const process = footballProcess(ALONE.size);
  const { moves } = fewestMoves(process);
  const discount = 0.9;
  const { states, scored, conceded, next } = process;
  const mdp = tabularMdp({
    ...{ states, actions: MOVES.length, discount },
    terminal: (state) => state >= scored,
    transitions: (state, action) => [[next[state * MOVES.length + action], 1]],
    reward(state, action) {
      const to = next[state * MOVES.length + action];
      return to === scored ? 1 : to === conceded ? -1 : 0;
    },
  });
  const { values } = valueIteration(mdp);
  for (let state = 0; state < process.scored; state++)
    expect(values[state]).toBeCloseTo(moves[state] < 0 ? 0 : discount ** (moves[state] - 1), 9);
  // From every initial state a goal can be reached in few moves.
  const isInner = (k: number) => k > 0 && k < ALONE.size - 1;
  const beginnings = Array.from(moves).filter((_, state) => {
    const [player, ball] = [Math.floor(state / CELLS), state % CELLS];
    return player < CELLS && player !== ball && isInner(ball % ALONE.size) && isInner(Math.floor(ball / ALONE.size));
  });
  expect(beginnings).toHaveLength(25 * 48);
  expect(Math.min(...beginnings)).toBe(2);
  expect(Math.max(...beginnings)).toBeLessThan(20);
});

test("the oracle scores in the fewest possible moves", () => {
  const world = gridFootballWorld.make(ALONE);
  const player = world.spec.oracles?.alone.play(0);
  const process = footballProcess(ALONE.size);
  const { moves } = fewestMoves(process);
  const outcomes = new Float64Array(world.spec.channels.length);
  const seen = new Float32Array(world.spec.observationSize);
  const action = new Float64Array(1);
  for (let episode = 0; episode < 50; episode++) {
    const random = Random.of(episode);
    world.reset(random, outcomes);
    const { x, y, ball, tick } = world.state.views;
    const best = moves[(x[0] + 7 * y[0]) * 49 + ball[0] + 7 * ball[1]];
    let status: Status = Status.running;
    while (status === Status.running && tick[0] < ALONE.horizon) {
      world.observe(seen);
      player?.act(seen, action);
      status = world.step(action, outcomes, random);
    }
    expect([outcomes[0], tick[0]]).toEqual([1, best]);
  }
});

test("teams start mirrored, observe themselves attacking to the right, and block each other", () => {
  const world = gridFootballWorld.make({});
  const outcomes = new Float64Array(4 * world.spec.channels.length);
  world.reset(Random.of(1), outcomes);
  const seen = new Float32Array(4 * world.spec.observationSize);
  world.observe(seen);
  const size = world.spec.observationSize;
  expect(Array.from(seen.subarray(2 * size, 3 * size))).toEqual(Array.from(seen.subarray(0, size)));
  const parameters = { teams: 2, players: 2, size: 9 };
  const crowd = begun(pairs("3,4 0,0 5,4 8,0"), [4, 4], parameters);
  // The ball cannot be pushed into an opponent; the right team's forward direction is left.
  crowd.step("forward", "back", "up", "forward");
  const [left, , right, last] = crowd.places();
  expect([right, last]).toEqual(pairs("5,5 7,0"));
  expect([3, 4]).toContain(left[0]);
  const own = begun(pairs("7,4 0,0 3,7 8,0"), [8, 4], parameters);
  expect(own.step("forward", "up", "up", "up")).toBe(Status.terminated);
  expect([0, 1, 2, 3].map((seat) => own.of("payoff", seat))).toEqual([1, 1, -1, -1]);
  expect(own.world.bout?.points()).toEqual([0.5, 0.5, 0, 0]);
  expect(own.world.scene?.(undefined).caption).toBe("After 1 move: the ball is in the goal at the right edge.");
});

test("a picture has a plane for each kind of thing, as the team that attacks to the right sees it", () => {
  const setting = { teams: 2, players: 2, size: 5, sight: "picture" };
  const { world } = begun(pairs("1,2 0,0 3,4 4,1"), [2, 3], setting);
  expect(world.spec.observation.map(({ name, size }) => [name, size])).toEqual(
    ["own", "ball", "mates", "others"].map((name) => [name, 25]),
  );
  const seen = new Float32Array(4 * 100).fill(7);
  world.observe(seen);
  const marked = (seat: number) =>
    Array.from(seen.subarray(100 * seat, 100 * (seat + 1))).flatMap((one, k) =>
      one === 0 ? [] : [`${Math.floor(k / 25)}: ${k % 5},${Math.floor((k % 25) / 5)}`],
    );
  expect(marked(0)).toEqual(["0: 1,2", "1: 2,3", "2: 0,0", "3: 4,1", "3: 3,4"]);
  expect(marked(3)).toEqual(["0: 0,1", "1: 2,3", "2: 1,4", "3: 4,0", "3: 3,2"]);
});

test("the oracle plays the same by either sight, and a ball in a goal is in no plane", () => {
  const games = ["numbers", "picture"].map((sight) => {
    const world = gridFootballWorld.make({ ...ALONE, sight });
    const player = world.spec.oracles?.alone.play(0);
    const outcomes = new Float64Array(world.spec.channels.length);
    const seen = new Float32Array(world.spec.observationSize);
    const action = new Float64Array(1);
    world.reset(Random.of(7), outcomes);
    const moves: number[] = [];
    for (let status: Status = Status.running; status === Status.running; ) {
      world.observe(seen);
      player?.act(seen, action);
      moves.push(action[0]);
      status = world.step(action, outcomes, Random.of(0));
    }
    world.observe(seen);
    return { moves, seen };
  });
  expect(games[1].moves).toEqual(games[0].moves);
  expect(games[1].seen.subarray(49).every((one) => one === 0)).toBe(true);
});

test("a program controls a team: one that chases the ball beats one that leaves it, and invalid answers lose", async () => {
  const programs = {
    chases: `const MOVES = { "1,0": "forward", "1,1": "forward up", "0,1": "up", "-1,1": "back up", "-1,0": "back", "-1,-1": "back down", "0,-1": "down", "1,-1": "forward down" };
      function move({ size, you, team, ball }) {
        const [x, y] = team[you];
        const middle = (size - 1) / 2;
        if (you === 1) return "back";
        const behind = [ball[0] - 1, ball[1] - (ball[0] < size - 1 ? Math.sign(middle - ball[1]) : 0)];
        const [goX, goY] = x === behind[0] && y === behind[1] ? ball : behind;
        let [dx, dy] = [Math.sign(goX - x), Math.sign(goY - y)];
        if (goX !== ball[0] && x + dx === ball[0] && y + dy === ball[1]) dy = dy === 0 ? (y > 0 ? -1 : 1) : 0;
        return MOVES[[dx, dy]] || "up";
      }`,
    leaves: "function move() { return 'up'; }",
    errs: "function move() { return 'shoot'; }",
  };
  const played = (one: keyof typeof programs, other: keyof typeof programs) =>
    playedBouts("grid-football", [programs[one], programs[other]]);
  // From one initial position the chaser ends up in front of the ball, and the game stalls.
  expect(await played("chases", "leaves")).toEqual(pairs("1,0 0.5,0.5"));
  expect(await played("errs", "leaves")).toEqual(pairs("0,1 0,1"));
  expect(await played("leaves", "leaves")).toEqual(pairs("0.5,0.5 0.5,0.5"));
  const entrants = ["errs", "chases"].map((file) => ({ file, text: "" }));
  const { seats } = (await arenas.get("grid-football")).make({}).begin(entrants, Random.of(0)).terms;
  expect(seats).toEqual(["left 1", "left 2", "right 1", "right 2"]);
});

test("an even pitch size is rejected", () => {
  expect(() => gridFootballWorld.make({ size: 8 })).toThrow("give an odd number");
});
