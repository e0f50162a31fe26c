// What every world promises: it declares what it is, a seed fixes it, two of them don't touch, a copy goes on as the
// original would, and everything it reports is finite, within its declared range, and survives JSON.

import { type NumericEnvironment, type NumericSpec, Status } from "../../core/environment.ts";
import { sentence } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { RESERVED_COLUMNS } from "../../core/reserved.ts";
import { withMessages } from "../../play/messages.ts";
import { checkTrace } from "../traces/check.ts";
import { Broken, firstDifference, judge, must, type Verdict } from "./law.ts";

/** Steps of an episode that the laws look at. */
const MOST_STEPS = 400;

/** Checks a world. `make` gives a fresh instance each time. */
export function environmentLaws(make: () => NumericEnvironment): Verdict[] {
  return judge({
    "declares agents, actions, observations and channels": () => declares(make()),
    "a seed fixes a whole episode": () => sameTrace(trace(make(), 1), trace(make(), 1), "two instances with one seed"),
    "a reset begins anew": () => {
      const world = make();
      const first = trace(world, 1);
      trace(world, 2);
      sameTrace(first, trace(world, 1), "the same seed after another episode");
    },
    "what is drawn at random is declared": () => randomnessDeclared(make),
    "two interleaved instances don't touch each other": () => interleaved(make),
    "a clone goes on as the original would": () => cloned(make),
    "channels are finite and within their ranges": () => ranged(make),
    "observations are finite, complete and within their ranges": () => observed(make),
    "actions are read and left alone": () => actionsUntouched(make()),
    "choices are rounded to whole numbers within the box": () => choicesRounded(make),
    "an episode ends at its horizon at the latest, and says so": () => ends(make()),
    "actions and observations survive JSON": () => throughJson(make),
    "agents are interchangeable where that is declared": () => interchangeable(make),
    "what it writes as a trace is one, at every step": () => traced(make()),
  });
}

function buffers(spec: NumericSpec) {
  const n = spec.agents.length;
  return {
    actions: new Float64Array(n * spec.actionSize),
    outcomes: new Float64Array(n * spec.channels.length),
    observations: new Float32Array(n * spec.observationSize),
  };
}

/** Actions of all kinds: mostly inside the box, now and then at its ends; whole numbers where they are choices. */
function draw(spec: NumericSpec, random: Random, actions: Float64Array): void {
  for (let k = 0; k < actions.length; k++) {
    if (spec.choices !== undefined) {
      actions[k] = random.integer(spec.choices);
      continue;
    }
    const kind = random.uniform();
    const [low, high] = [spec.actionLow[k], spec.actionHigh[k]];
    actions[k] = kind < 0.1 ? low : kind < 0.2 ? high : low + random.uniform() * (high - low);
  }
}

/** Everything that can be seen of one episode. */
interface Trace {
  readonly rows: readonly {
    state: Float64Array;
    outcomes: Float64Array;
    observations: Float32Array;
    texts: string;
    status: Status;
  }[];
}

function trace(world: NumericEnvironment, seed: number, actionSeed = 7): Trace {
  const { actions, outcomes, observations } = buffers(world.spec);
  const rng = Random.of(seed, "environment", 0);
  const hands = Random.of(actionSeed, "laws");
  const rows: Trace["rows"][number][] = [];
  const look = (status: Status): void => {
    world.observe(observations);
    rows.push({
      state: world.state.buffer.slice(),
      outcomes: outcomes.slice(),
      observations: observations.slice(),
      texts: textsOf(world),
      status,
    });
  };
  world.reset(rng, outcomes);
  look(Status.running);
  for (let step = 0; step < MOST_STEPS && rows.at(-1)?.status === Status.running; step++) {
    draw(world.spec, hands, actions);
    look(world.step(actions, outcomes, rng));
  }
  return { rows };
}

/** Every view of the world in words. */
const textsOf = ({ texts = {} }: NumericEnvironment) => JSON.stringify(Object.values(texts).map((text) => text()));

function sameTrace(a: Trace, b: Trace, what: string): void {
  must(a.rows.length === b.rows.length, () => `${what} lasted ${a.rows.length - 1} and ${b.rows.length - 1} steps`);
  for (const [step, row] of a.rows.entries()) {
    const other = b.rows[step];
    for (const part of ["state", "outcomes", "observations"] as const) {
      const at = firstDifference(row[part], other[part]);
      must(at < 0, () => `${what}: ${part}[${at}] is ${row[part][at]} and ${other[part][at]} after ${step} steps`);
    }
    must(row.texts === other.texts, () => `${what}: the texts differ after ${step} steps`);
    must(row.status === other.status, () => `${what}: status ${row.status} and ${other.status} after ${step} steps`);
  }
}

function declares({ spec, state }: NumericEnvironment): void {
  const n = spec.agents.length;
  must(n > 0, () => "there are no agents");
  must(new Set(spec.agents).size === n, () => "two agents have the same id");
  must(spec.labels.length === n, () => `${spec.labels.length} labels for ${n} agents`);
  must(Number.isInteger(spec.horizon) && spec.horizon > 0, () => `the horizon is ${spec.horizon}`);
  must(Number.isInteger(spec.actionSize) && spec.actionSize > 0, () => `the size of an action is ${spec.actionSize}`);
  for (const [name, bounds] of [
    ["actionLow", spec.actionLow],
    ["actionHigh", spec.actionHigh],
  ] as const) {
    must(
      bounds.length === n * spec.actionSize,
      () => `${name} has ${bounds.length} numbers instead of ${n * spec.actionSize}`,
    );
    must(bounds.every(Number.isFinite), () => `${name} is not finite`);
  }
  must(
    spec.actionLow.every((low, k) => low <= spec.actionHigh[k]),
    () => "a smallest action exceeds the largest",
  );
  const { choices } = spec;
  if (choices !== undefined) {
    must(Number.isInteger(choices) && choices > 0, () => `there are ${choices} choices`);
    must(spec.actionSize === 1, () => `a choice is one number, an action has ${spec.actionSize}`);
    must(
      spec.actionLow.every((low) => low === 0) && spec.actionHigh.every((high) => high === choices - 1),
      () => `the box of ${choices} choices is not [0, ${choices - 1}]`,
    );
  }
  const size = spec.observation.reduce((sum, field) => sum + field.size, 0);
  must(
    size === spec.observationSize,
    () => `the observation's fields have ${size} numbers, observationSize says ${spec.observationSize}`,
  );
  must(spec.channels.length > 0, () => "no channel is reported");
  must(
    new Set(spec.channels.map(({ name }) => name)).size === spec.channels.length,
    () => "two channels have the same name",
  );
  for (const { name, low, high, unit } of spec.channels) {
    must(/^[A-Za-z][A-Za-z0-9_]*$/.test(name), () => `the channel name "${name}" is no identifier`);
    must(!RESERVED_COLUMNS.includes(name), () => `the channel name "${name}" is taken by the tables of the store`);
    must(low <= high, () => `the range of "${name}" is empty`);
    must(unit !== "", () => `the channel "${name}" has no unit`);
  }
  for (const { part } of spec.publicState)
    must(state.views[part] !== undefined, () => `the public state has no part "${part}"`);
}

function randomnessDeclared(make: () => NumericEnvironment): void {
  const traces = [11, 12, 13].map((seed) => trace(make(), seed));
  if (make().spec.deterministic) {
    for (const other of traces.slice(1))
      sameTrace(traces[0], other, "the world says it is deterministic, but two seeds");
    return;
  }
  const alike = traces.slice(1).every((other) => {
    try {
      sameTrace(traces[0], other, "");
      return true;
    } catch {
      return false;
    }
  });
  must(!alike, () => "the world says that it draws at random, but three seeds gave the same episode");
}

function interleaved(make: () => NumericEnvironment): void {
  const alone = [3, 4].map((seed) => trace(make(), seed, seed));
  const worlds = [3, 4].map((seed) => {
    const world = make();
    return {
      seed,
      world,
      ...buffers(world.spec),
      rng: Random.of(seed, "environment", 0),
      hands: Random.of(seed, "laws"),
      status: Status.running as Status,
    };
  });
  for (const { world, rng, outcomes } of worlds) world.reset(rng, outcomes);
  for (let step = 1; step <= MOST_STEPS; step++) {
    for (const [k, player] of worlds.entries()) {
      if (player.status !== Status.running) continue;
      draw(player.world.spec, player.hands, player.actions);
      player.status = player.world.step(player.actions, player.outcomes, player.rng);
      const at = firstDifference(player.outcomes, alone[k].rows[step].outcomes);
      must(
        at < 0,
        () =>
          `stepped in turn with another, outcome ${at} is ${player.outcomes[at]} instead of ${alone[k].rows[step].outcomes[at]} after ${step} steps`,
      );
    }
  }
}

function cloned(make: () => NumericEnvironment): void {
  const original = make();
  const { actions, outcomes } = buffers(original.spec);
  const rng = Random.of(5, "environment", 0);
  const hands = Random.of(5, "laws");
  original.reset(rng, outcomes);
  const half = Math.max(1, Math.floor(Math.min(original.spec.horizon, MOST_STEPS) / 2));
  let status: Status = Status.running;
  for (let step = 0; step < half && status === Status.running; step++) {
    draw(original.spec, hands, actions);
    status = original.step(actions, outcomes, rng);
  }
  if (status !== Status.running) {
    // Random play ends such a world at once; clone it at the beginning.
    original.reset(rng, outcomes);
    status = Status.running;
  }
  const copy = make();
  const copied = buffers(copy.spec);
  const copiedLuck = rng.clone();
  copy.reset(Random.of(99, "environment", 0), copied.outcomes);
  copy.state.buffer.set(original.state.buffer);
  for (let step = 0; step < half && status === Status.running; step++) {
    draw(original.spec, hands, actions);
    status = original.step(actions, outcomes, rng);
    const other = copy.step(actions, copied.outcomes, copiedLuck);
    const at = firstDifference(outcomes, copied.outcomes);
    must(
      at < 0,
      () =>
        `${step + 1} steps after cloning, outcome ${at} is ${outcomes[at]} and ${copied.outcomes[at]}: not all that changes is in the state`,
    );
    must(status === other, () => `${step + 1} steps after cloning, the status is ${status} and ${other}`);
    const place = firstDifference(original.state.buffer, copy.state.buffer);
    must(place < 0, () => `${step + 1} steps after cloning, state ${place} differs`);
    must(textsOf(original) === textsOf(copy), () => `${step + 1} steps after cloning, the texts differ`);
  }
}

function ranged(make: () => NumericEnvironment): void {
  const { spec } = make();
  const C = spec.channels.length;
  for (const seed of [1, 2, 3]) {
    for (const [step, { outcomes }] of trace(make(), seed, seed).rows.entries()) {
      for (let k = 0; k < outcomes.length; k++) {
        const { name, low, high, state } = spec.channels[k % C];
        const value = outcomes[k];
        const who = spec.agents[Math.floor(k / C)];
        must(Number.isFinite(value), () => `"${name}" of ${who} is ${value} after ${step} steps`);
        // Flows are zero before anything has flowed, whatever their range.
        if (step === 0 && !state && value === 0) continue;
        const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
        must(
          value >= low - slack && value <= high + slack,
          () => `"${name}" of ${who} is ${value} after ${step} steps, outside [${low}, ${high}]`,
        );
      }
    }
  }
}

function observed(make: () => NumericEnvironment): void {
  const world = make();
  const { spec } = world;
  const n = spec.agents.length;
  const { actions, outcomes, observations } = buffers(spec);
  const rng = Random.of(1, "environment", 0);
  const hands = Random.of(1, "laws");
  world.reset(rng, outcomes);
  let status: Status = Status.running;
  for (let step = 0; step < MOST_STEPS && status === Status.running; step++) {
    observations.fill(Number.NaN);
    world.observe(observations);
    for (let i = 0; i < n; i++) {
      let at = i * spec.observationSize;
      for (const { name, size, low, high } of spec.observation) {
        for (let k = 0; k < size; k++, at++) {
          const value = observations[at];
          must(Number.isFinite(value), () => `"${name}"[${k}] of ${spec.agents[i]} is ${value} after ${step} steps`);
          const slack = 1e-6 * Math.max(1, Math.abs(value));
          must(
            value >= low - slack && value <= high + slack,
            () => `"${name}"[${k}] of ${spec.agents[i]} is ${value} after ${step} steps, outside [${low}, ${high}]`,
          );
        }
      }
    }
    draw(spec, hands, actions);
    status = world.step(actions, outcomes, rng);
  }
}

function actionsUntouched(world: NumericEnvironment): void {
  const { actions, outcomes } = buffers(world.spec);
  const rng = Random.of(1, "environment", 0);
  world.reset(rng, outcomes);
  draw(world.spec, Random.of(1, "laws"), actions);
  const before = actions.slice();
  world.step(actions, outcomes, rng);
  must(firstDifference(actions, before) < 0, () => "step changed the actions it was given");
}

function choicesRounded(make: () => NumericEnvironment): void {
  const { choices } = make().spec;
  if (choices === undefined) return;
  const [exact, loose] = [make(), make()];
  const a = buffers(exact.spec);
  const b = buffers(loose.spec);
  const rng = [Random.of(1, "environment", 0), Random.of(1, "environment", 0)];
  exact.reset(rng[0], a.outcomes);
  loose.reset(rng[1], b.outcomes);
  const hands = Random.of(3, "laws");
  for (let step = 1; step <= 50; step++) {
    draw(exact.spec, hands, a.actions);
    for (let k = 0; k < a.actions.length; k++) {
      const beyond = a.actions[k] === 0 ? -3 : a.actions[k] === choices - 1 ? choices + 3 : undefined;
      b.actions[k] = beyond !== undefined && step % 2 === 0 ? beyond : a.actions[k] + hands.uniform(-0.4, 0.4);
    }
    const status = exact.step(a.actions, a.outcomes, rng[0]);
    const other = loose.step(b.actions, b.outcomes, rng[1]);
    const at = firstDifference(a.outcomes, b.outcomes);
    must(
      at < 0 && status === other,
      () => `played ${b.actions} instead of ${a.actions}, the world does something else after ${step} steps`,
    );
    if (status !== Status.running) break;
  }
}

function ends(world: NumericEnvironment): void {
  const { rows } = trace(world, 1);
  const last = rows.at(-1)?.status ?? Status.running;
  const steps = rows.length - 1;
  const { horizon } = world.spec;
  for (const { status } of rows)
    must(Number.isInteger(status) && status >= 0 && status <= 3, () => `the status ${status} is none`);
  if ((last & Status.truncated) !== 0)
    must(steps === horizon, () => `truncated after ${steps} steps, the horizon is ${horizon}`);
  if (last === Status.running)
    must(steps < horizon, () => `still running after ${steps} steps, the horizon is ${horizon}`);
}

function throughJson(make: () => NumericEnvironment): void {
  const nothing = { reset() {}, pay: (_o: Float64Array, _s: Status, pay: Float64Array) => void pay.fill(0) };
  const [direct, piped] = [withMessages(make(), nothing), withMessages(make(), nothing)];
  const { spec } = direct;
  const hands = Random.of(1, "laws");
  const { actions } = buffers(spec);
  const same = (a: unknown, b: unknown, when: string) => {
    const text = JSON.stringify(a);
    must(
      text === JSON.stringify(JSON.parse(text)) && text === JSON.stringify(b),
      () => `${when}, what was seen changed on the way through JSON`,
    );
    must(!text.includes("null"), () => `${when}, a value is not finite`);
  };
  same(direct.reset(1), piped.reset(1), "after a reset");
  for (let step = 1; step <= 5; step++) {
    draw(spec, hands, actions);
    const named = Object.fromEntries(
      spec.agents.map((name, i) => [
        name,
        Array.from(actions.subarray(i * spec.actionSize, (i + 1) * spec.actionSize)),
      ]),
    );
    const result = direct.step(named);
    same(result, piped.step(JSON.parse(JSON.stringify(named))), `after ${step} steps`);
    if (result.terminated || result.truncated) break;
  }
}

function traced(world: NumericEnvironment): void {
  if (world.trace === undefined) return;
  const { actions, outcomes } = buffers(world.spec);
  const rng = Random.of(1, "environment", 0);
  const hands = Random.of(1, "laws");
  world.reset(rng, outcomes);
  for (let step = 1, status: Status = Status.running; step <= 50 && status === Status.running; step++) {
    draw(world.spec, hands, actions);
    status = world.step(actions, outcomes, rng);
    const before = world.state.buffer.slice();
    const [fault] = checkTrace(world.trace("law"));
    must(fault === undefined, () => `after ${step} steps, ${fault === undefined ? "" : sentence(fault)}`);
    must(
      firstDifference(before, world.state.buffer) < 0,
      () => `writing a trace after ${step} steps changed the state`,
    );
  }
}

function interchangeable(make: () => NumericEnvironment): void {
  const { spec } = make();
  const n = spec.agents.length;
  if (!spec.symmetric || n < 2) return;
  const [left, right] = [make(), make()];
  const a = buffers(spec);
  const b = buffers(spec);
  const rng = [Random.of(1, "environment", 0), Random.of(1, "environment", 0)];
  left.reset(rng[0], a.outcomes);
  right.reset(rng[1], b.outcomes);
  const hands = Random.of(2, "laws");
  const size = spec.actionSize;
  const C = spec.channels.length;
  for (let step = 1; step <= 20; step++) {
    draw(spec, hands, a.actions);
    b.actions.set(a.actions);
    b.actions.copyWithin(0, (n - 1) * size);
    b.actions.set(a.actions.subarray(0, size), (n - 1) * size);
    const status = left.step(a.actions, a.outcomes, rng[0]);
    right.step(b.actions, b.outcomes, rng[1]);
    for (let c = 0; c < C; c++) {
      const x = a.outcomes[c];
      const y = b.outcomes[(n - 1) * C + c];
      if (Math.abs(x - y) > 1e-9 * Math.max(1, Math.abs(x))) {
        throw new Broken(
          `with the first and the last agent exchanged, "${spec.channels[c].name}" is ${y} instead of ${x} after ${step} steps`,
        );
      }
    }
    if (status !== Status.running) break;
  }
}
