// Games, ratings and pairings, in a thread of their own.

import { parentPort } from "node:worker_threads";
import { Status } from "../src/core/environment.ts";
import { type Games, GamesWriter } from "../src/core/games.ts";
import { Random } from "../src/core/random.ts";
import { CORES, Core } from "../src/environments/arenas/core-war/core.ts";
import { assembled } from "../src/environments/arenas/core-war/redcode.ts";
import { battlesnake } from "../src/environments/games/battlesnake/world.ts";
import { type PlayedPair, standings } from "../src/evaluation/tournaments/standings.ts";
import { SWISS_PAIRINGS, swissRound } from "../src/evaluation/tournaments/swiss.ts";
import { leaderboard } from "../src/lab/rating/rating.ts";
import type { ContestAnswer, ContestOrder } from "./contest-task.ts";

/** Warriors that copy, bomb, scan and count, by the published vectors. */
const WARRIORS = [
  "MOV.I $0,$1",
  "ADD.AB #4,$3\nMOV.I $2,@2\nJMP.B $-2,$0\nDAT.F #0,#0",
  "ORG 1\nDAT.F #0,#300\nSPL.B $0,<-20\nMOV.I $5,>-2\nMOV.I $4,{-3\nADD.X $2,$-4\nDJN.F $-3,<-30\nDAT.F #7,#11\nDAT.F <2667,<-2666",
  "ADD.F $10,$1\nSNE.I $20,$32\nJMP.B $-2,$0\nMOV.AB $-2,$6\nSUB.BA #6,$-3\nMOV.I $6,>4\nDJN.B $-1,#14\nADD.AB #14,$-1\nJMZ.B $-8,#0\nDAT.F #0,#0\nDAT.F #3044,#3044\nSPL.B $0,$0",
  "MUL.F $12,$11\nMOD.X $11,$10\nSEQ.A $9,$10\nSLT.AB #3000,$8\nJMP.B $2,$0\nDIV.B $7,$6\nMOV.I $7,*5\nADD.I $5,$4\nNOP.F >-5,{-7\nJMN.F $-9,$2\nDAT.F $0,$0\nDAT.F $17,$1301\nDAT.F $3,$7\nDAT.F #1,#1",
  "SPL.B $1,$0\nSPL.B $1,$0\nSPL.B @0,}800\nMOV.I }-1,>-1\nMOV.I }-2,>-2\nJMZ.F *-3,*-3",
];
const CHUNK = 20_000;

/** Instructions of all pairs on the standard core, in pieces, so that they can be counted. */
function coreWar(rounds: number): Omit<ContestAnswer, "seconds"> {
  const rules = CORES.standard;
  const warriors = WARRIORS.map((text, k) => assembled(text, `${k}.red`, rules));
  const core = new Core(rules);
  const random = Random.of(1, "core war");
  let [count, sum] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const one of warriors) {
      for (const other of warriors) {
        core.clear();
        core.load(0, one, 0);
        core.load(1, other, rules.distance + random.integer(rules.size + 1 - 2 * rules.distance));
        let winner = -1;
        for (let taken = 0; taken < 2 * rules.cycles && winner < 0; taken += CHUNK) {
          winner = core.fight(round % 2, CHUNK);
          if (winner < 0) count += CHUNK;
        }
        sum += winner;
      }
    }
  }
  return { count, sum };
}

/** So many instructions that do no more than to be fetched, to copy a cell, and to queue the next one: the least that any of them does. */
function coreWarLimit(instructions: number): Omit<ContestAnswer, "seconds"> {
  const size = 8000;
  const code = new Uint16Array(size);
  const [a, b, queue] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const random = Random.of(1, "limit");
  for (let k = 0; k < size; k++)
    [code[k], a[k], b[k]] = [random.integer(4096), random.integer(size), random.integer(size)];
  let [here, first] = [0, 0];
  for (let k = 0; k < instructions; k++) {
    const fetched = code[here];
    let from = here + a[here];
    if (from >= size) from -= size;
    let to = here + b[here];
    if (to >= size) to -= size;
    code[to] = code[from] ^ fetched;
    a[to] = a[from];
    b[to] = b[from];
    queue[first] = here + 1 === size ? 0 : here + 1;
    here = queue[first];
    first = first + 1 === size ? 0 : first + 1;
  }
  return { count: instructions, sum: code[0] + a[1] + b[2] };
}

/** Games of four scripted snakes on 11 × 11, each of which sees its observation and moves. */
function snakes(games: number): Omit<ContestAnswer, "seconds"> {
  const world = battlesnake.make({});
  const { spec } = world;
  const agent = spec.oracles?.forager.play(0);
  if (agent === undefined) throw new Error("the snakes have no script");
  const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
  const observations = new Float32Array(spec.agents.length * spec.observationSize);
  const seen = spec.agents.map((_, seat) =>
    observations.subarray(seat * spec.observationSize, (seat + 1) * spec.observationSize),
  );
  const actions = new Float64Array(spec.agents.length);
  const own = spec.agents.map((_, seat) => actions.subarray(seat, seat + 1));
  let sum = 0;
  for (let game = 0; game < games; game++) {
    const random = Random.of(game, "snakes");
    world.reset(random, outcomes);
    for (let step = 0; step < spec.horizon; step++) {
      world.observe(observations);
      for (const [seat, action] of own.entries()) void agent.act(seen[seat], action);
      if ((world.step(actions, outcomes, random) & Status.terminated) !== 0) break;
    }
    sum += outcomes[2];
  }
  return { count: games, sum };
}

async function ratings(share: number): Promise<Omit<ContestAnswer, "seconds">> {
  const games = votes();
  const board = await leaderboard(games, { model: "bradley-terry", resamples: Math.round(1000 * share) });
  return { count: games.units, sum: board.players[0].rating };
}

let drawn: Games | undefined;

function votes(): Games {
  if (drawn !== undefined) return drawn;
  const names = Array.from({ length: 200 }, (_, k) => `p${k}`);
  const random = Random.of(1, "votes");
  const strengths = names.map(() => random.normal());
  const writer = new GamesWriter(names);
  for (let vote = 0; vote < 2_000_000; vote++) {
    const first = random.integer(names.length);
    const second = (first + 1 + random.integer(names.length - 1)) % names.length;
    writer.addPair(first, second, random.uniform() < 1 / (1 + Math.exp(strengths[second] - strengths[first])) ? 1 : 0);
  }
  drawn = writer.end();
  return drawn;
}

function swiss(rounds: number): ContestAnswer {
  const players = 1000;
  const pairs: PlayedPair[] = [];
  let [slowest, sum] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const state = standings(players, pairs);
    for (const pairing of SWISS_PAIRINGS) {
      const begun = performance.now();
      const next = swissRound(state, pairing);
      slowest = Math.max(slowest, (performance.now() - begun) / 1000);
      if (next === undefined) throw new Error("no pairing was found");
      sum += next.pairs[0][1];
      if (pairing === "dutch")
        for (const [first, second] of next.pairs) pairs.push({ first, second, score: first < second ? 1 : 0 });
    }
  }
  return { seconds: slowest, count: 1, sum };
}

async function answer({ task, share, limit }: ContestOrder): Promise<ContestAnswer> {
  const begun = performance.now();
  const timed = (tally: Omit<ContestAnswer, "seconds">): ContestAnswer => ({
    ...tally,
    seconds: (performance.now() - begun) / 1000,
  });
  switch (task) {
    case "Core War: instructions of six warriors in all pairs":
      return timed(limit ? coreWarLimit(Math.round(1e8 * share)) : coreWar(Math.max(1, Math.round(20 * share))));
    case "BattleSnake: games of four scripted snakes":
      return timed(snakes(Math.round(4000 * share)));
    case "Bradley-Terry: 2 million votes of 200 players, 1,000 resamples": {
      votes();
      const from = performance.now();
      return { ...(await ratings(share)), seconds: (performance.now() - from) / 1000 };
    }
    case "Swiss: a round of 1,000 players, the slowest of ten":
      return swiss(Math.max(1, Math.round(10 * share)));
    default:
      return task satisfies never;
  }
}

parentPort?.on("message", (order: ContestOrder) => {
  void answer(order).then((reply) => parentPort?.postMessage(reply));
});
