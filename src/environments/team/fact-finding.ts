// A team that determines one bit. The orchestrator spawns workers, each of whom reads one of several sources with different reliabilities
// and reports; the orchestrator combines the reports and decides when to stop. Every worker and every round has a cost. The environment
// contains the five decisions of an orchestrator: when to spawn, whom to ask, how to report, how to combine, when to stop.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { Trace, TraceEdge, TraceEvent } from "../../core/trace.ts";
import { choiceOf, event, field, flow, once, parts, singleAgentSpec } from "../declaration.ts";
import { teamPlayers } from "./players.ts";
import {
  PER_WORKER,
  type Protocol,
  parameters,
  protocolOf,
  Tally,
  type TeamParameters,
  type TeamState,
  teamState,
} from "./protocol.ts";
import { teamScene, type WorkerReport } from "./scene.ts";

export const factFinding: BoundEntry<NumericEnvironment> = bind({
  id: "team/fact-finding",
  summary: "workers read sources of different reliability; the orchestrator pays for each and decides when to stop",
  source: "after the orchestration traces of arXiv 2605.02801; the test is Wald's (1945)",
  parameters,
  make: makeFactFinding,
});

const [PAYOFF, TASK, WORKER_COST, TIME_COST, WORKERS, ROUNDS] = [0, 1, 2, 3, 4, 5];

/** The environment with its state and protocol. */
export interface FactFinding extends NumericEnvironment {
  readonly state: TeamState;
  readonly protocol: Protocol;
}

/** Draws the random numbers of the workers from number `first` on. */
export function drawNoise({ views, shapes }: TeamState, first: number, random: Random): void {
  const { rng } = views;
  for (let at = first * PER_WORKER; at < shapes.rng[0] * PER_WORKER; at++) rng[at] = random.uniform();
}

/** Marks a worker's report as lost, independent of its random number. */
export function loseReport({ views }: TeamState, worker: number): void {
  views.rng[worker * PER_WORKER + 2] = -1;
}

export function makeFactFinding(p: TeamParameters): FactFinding {
  const protocol = protocolOf(p);
  const { choices, most, rounds, moves, weights, right, combine } = protocol;
  const sources = right.length;
  const drawn = p.assignment === "drawn";
  const state = teamState(most);
  const { hidden, rng, coin, log, tally } = state.views;
  const largest = Math.max(...weights) * most;
  const mixed = !protocol.solved;
  const widest = Math.max(...moves.map(({ workers }) => workers));
  const units = `in units of ${Number(protocol.counted.toPrecision(4))}`;

  const spec = singleAgentSpec({
    label: "orchestrator",
    horizon: rounds + 1,
    action: { choices },
    actionUnit: drawn ? "workers to spawn, 0: answer" : "source to send a worker to, 0: answer",
    observation: [
      field("evidence", mixed ? -largest : 0, largest, `log-odds of the answer that would be given now, ${units}`, {
        usual: [0, Math.min(largest, Math.ceil(6 / protocol.counted))],
      }),
      field("workers", 0, most, "workers spawned so far"),
      field("time", 0, rounds, "rounds that have passed"),
    ],
    channels: [
      flow("payoff", "value", -widest * p.workerCost - p.timeCost, 1, "sum", "task − workerCost − timeCost"),
      once("task", "answers", "1 where the answer is right"),
      flow("workerCost", "value", 0, widest * p.workerCost, "sum", "what the workers spawned in the round cost"),
      flow("timeCost", "value", 0, p.timeCost, "sum", "what the round costs"),
      flow("workers", "workers", 0, widest, "sum", "workers spawned in the round"),
      event("rounds", "rounds", "1 for each round of workers"),
    ],
    publicState: parts({
      tally: "evidence for 1 in units, votes for 1, workers, rounds, answer",
      hidden: "the truth: 1 or −1",
    }),
    oracles: teamPlayers(protocol),
  });

  /** Sign of the answer that the reports favour; 0 for a tie. */
  const leading = () => Math.sign(tally[combine === "majority" ? Tally.votes : Tally.evidence]);

  function work(worker: number, chosen: number): void {
    const at = worker * PER_WORKER;
    const source = drawn ? Math.floor(rng[at] * sources) : chosen;
    const lost = rng[at + 2] < p.loss;
    const report = lost ? 0 : rng[at + 1] < right[source] ? hidden[0] : -hidden[0];
    log[at] = tally[Tally.rounds];
    log[at + 1] = source;
    log[at + 2] = report;
    tally[Tally.evidence] += report * weights[source];
    tally[Tally.votes] += report;
  }

  return {
    spec,
    state,
    protocol,
    reset(random, outcomes) {
      hidden[0] = random.uniform() < 0.5 ? 1 : -1;
      coin[0] = random.uniform() < 0.5 ? 1 : -1;
      drawNoise(state, 0, random);
      log.fill(0);
      tally.fill(0);
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      const choice = choiceOf(actions[0], choices);
      const late = tally[Tally.rounds] >= rounds;
      outcomes.fill(0);
      if (choice === 0 || late) {
        tally[Tally.answer] = leading() || coin[0];
        outcomes[TASK] = tally[Tally.answer] === hidden[0] ? 1 : 0;
        outcomes[PAYOFF] = outcomes[TASK];
        return late ? Status.terminated | Status.truncated : Status.terminated;
      }
      const { workers } = moves[choice - 1];
      for (let k = 0; k < workers; k++) work(tally[Tally.workers] + k, choice - 1);
      tally[Tally.workers] += workers;
      tally[Tally.rounds] += 1;
      outcomes[WORKERS] = workers;
      outcomes[ROUNDS] = 1;
      outcomes[WORKER_COST] = workers * p.workerCost;
      outcomes[TIME_COST] = p.timeCost;
      outcomes[PAYOFF] = -outcomes[WORKER_COST] - outcomes[TIME_COST];
      return Status.running;
    },
    observe(observations) {
      const evidence = tally[Tally.evidence];
      observations[0] = mixed ? evidence * leading() : Math.abs(evidence);
      observations[1] = tally[Tally.workers];
      observations[2] = tally[Tally.rounds];
    },
    trace: (id) => episodeTrace(id, protocol, state),
    scene() {
      const findings: WorkerReport[] = [];
      for (let worker = tally[Tally.workers] - 1; worker >= 0; worker--) {
        const [round, source, report] = log.subarray(worker * PER_WORKER, (worker + 1) * PER_WORKER);
        if (round !== tally[Tally.rounds] - 1) break;
        findings.unshift({ source, report });
      }
      return teamScene({
        ...{ right, truth: hidden[0], answer: tally[Tally.answer], evidence: tally[Tally.evidence] * protocol.counted },
        ...{ workers: tally[Tally.workers], rounds: tally[Tally.rounds], most: rounds, findings },
      });
    },
  };
}

const LEAD = { agent: "orchestrator", role: "lead" } as const;

/** Id of a worker's event in a trace: `w3.report`. */
const eventOf = (worker: number, what: "spawn" | "call" | "result" | "report" | "return") => `w${worker}.${what}`;
const nameOf = (worker: number) => `worker_${worker}`;

/**
 * Trace of the episode in `state`: a time step is a second, and every reported number is a token. A decision at time r spawns its workers
 * at r; their tool results, reports and returns are at r + 1, like the next decision. A lost report is a tool result without a message.
 */
function episodeTrace(id: string, protocol: Protocol, { views }: TeamState): Trace {
  const { hidden, log, tally } = views;
  const { workerCost, timeCost, combine } = protocol;
  const [workers, rounds, answer] = [tally[Tally.workers], tally[Tally.rounds], tally[Tally.answer]];
  const right = answer === hidden[0] ? 1 : 0;
  const events: TraceEvent[] = [];
  const edges: TraceEdge[] = [];
  for (let round = 0, worker = 0; round <= rounds; round++) {
    const stops = round === rounds;
    if (stops && answer === 0) break;
    events.push({
      ...LEAD,
      id: `d${round}`,
      t: round,
      type: "orchestrator_decision",
      content_ref: stops ? "stop" : "spawn",
      tokens: 1,
      turn: round,
      rewards: { team: stops ? 0 : -timeCost, orchestration: stops ? 0 : -timeCost },
    });
    for (; worker < workers && log[3 * worker] === round; worker++) {
      const truth = hidden[0];
      const steps = workerEvents(protocol, worker, round, log[3 * worker + 1], log[3 * worker + 2], truth);
      events.push(...steps);
      edges.push(...workerEdges(worker, round, steps.length === 5));
    }
  }
  if (answer !== 0) {
    events.push({
      ...LEAD,
      id: "answer",
      t: rounds,
      type: "aggregate",
      content_ref: `${combine}:${answer}`,
      tokens: 1,
      turn: rounds,
      claims: 1,
      wrong_claims: 1 - right,
      rewards: { team: right },
    });
    edges.push({ src: `d${rounds}`, dst: "answer", type: "aggregate" });
  }
  // In an unfinished episode the last round's reports have no decision yet.
  const known = new Set(events.map((event) => event.id));
  const orchestration = -(workers * workerCost + rounds * timeCost);
  return {
    trace_id: id,
    task_id: "fact-finding",
    system: "agon team/fact-finding",
    topology: "centralized",
    events,
    edges: edges.filter(({ dst }) => known.has(dst)),
    rewards: { team: right + orchestration, orchestration },
    costs: {
      tokens: events.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
      wall_clock_s: rounds,
      tool_calls: workers,
      messages: events.filter(({ type }) => type === "message").length,
      workers,
    },
    metrics: { task_success: right },
  };
}

/** Events spawn, call, result, report unless lost, return. `report` is ±1, or 0 for a lost one. */
function workerEvents(
  { reports, workerCost }: Protocol,
  worker: number,
  round: number,
  source: number,
  report: number,
  truth: number,
): TraceEvent[] {
  const of = (what: Parameters<typeof eventOf>[1]) => eventOf(worker, what);
  const [agent, tool, t] = [nameOf(worker), `source_${source}`, round + 1];
  const own = { agent, role: "worker", turn: 0 };
  const back = { ...own, from: agent, to: LEAD.agent };
  const [arrived, said] = [report === 0 ? 0 : 1, `bit:${report}`];
  const wrong = report === -truth ? 1 : 0;
  const rewards = { team: -workerCost, orchestration: -workerCost };
  const lead = { agent: LEAD.agent, role: "worker", to: agent, tokens: 1, turn: round, rewards };
  const output = { agent: tool, tool, content_ref: arrived === 0 ? "lost" : said, trusted: false, tokens: 1 };
  const content = { content_ref: said, trusted: true, tokens: reports === "confidence" ? 2 : 1 };
  const message: TraceEvent = { ...back, id: of("report"), t, type: "message", ...content };
  return [
    { id: of("spawn"), t: round, type: "spawn", ...lead },
    { ...own, id: of("call"), t: round, type: "tool_call", tool, content_ref: "read", tokens: 1 },
    { id: of("result"), t, type: "tool_result", ...output },
    ...(arrived === 0 ? [] : [message]),
    { ...back, id: of("return"), t, type: "return", tokens: 0, claims: arrived, wrong_claims: wrong },
  ];
}

function workerEdges(worker: number, round: number, reported: boolean): TraceEdge[] {
  const of = (what: Parameters<typeof eventOf>[1]) => eventOf(worker, what);
  const reportEdges: TraceEdge[] = reported
    ? [
        { src: of("result"), dst: of("report"), type: "causal" },
        { src: of("report"), dst: of("return"), type: "message" },
      ]
    : [{ src: of("result"), dst: of("return"), type: "causal" }];
  return [
    { src: `d${round}`, dst: of("spawn"), type: "spawn" },
    { src: of("spawn"), dst: of("call"), type: "causal" },
    { src: of("call"), dst: of("result"), type: "tool_dependency" },
    ...reportEdges,
    { src: of("return"), dst: `d${round + 1}`, type: "return" },
  ];
}
