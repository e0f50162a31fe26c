// Laws of environments: the specification is valid, a seed determines an episode, instances share no state, and a copy continues like its
// original. Every reported number is finite, within its declared range, and survives a round trip through JSON.

import { type NumericEnvironment, type NumericSpec, observationSize, Status } from "../../core/environment.ts";
import { sentence } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { RESERVED_COLUMNS } from "../../core/reserved.ts";
import { checkScene } from "../../core/scene.ts";
import { OVER } from "../../core/whole-game.ts";
import { withMessages } from "../../play/messages.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { checkTrace } from "../traces/check.ts";
import { begun, firstDifference, judge, type LawVerdict, must, type Play } from "./law.ts";

/** Maximum number of steps of an episode that the laws check. */
const MOST_STEPS = 400;

/** Checks an environment against all laws. `make` returns a fresh instance on each call. */
export function environmentLaws(make: () => NumericEnvironment): LawVerdict[] {
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
    "the lists that it shows have an item for each place and click, and showing changes nothing": () => shown(make()),
    "its scenes can be drawn, and drawing changes nothing": () => drawn(make()),
    "the checks of its own framework find nothing wrong": () => {
      const faults = make().ownFaults?.() ?? [];
      must(faults.length === 0, () => faults.join("; "));
    },
    "the whole game that it offers is the one that it plays": () => whollyPlayed(make()),
  });
}

/** Draws random actions: mostly inside the box, sometimes at its bounds; integers where the action is a choice. */
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

/** Draws random actions and performs a step. */
function stepDrawn(play: Play): Status {
  draw(play.spec, play.hands, play.actions);
  return play.step();
}

/** Everything that an environment reports after a step. */
interface Seen {
  readonly state: Float64Array;
  readonly outcomes: Float64Array;
  readonly observations: Float32Array;
  readonly texts: string;
  readonly status: Status;
}

/** Records one episode from its reset on. */
function trace(world: NumericEnvironment, seed: number, actionSeed = 7): Seen[] {
  const play = begun(world, seed, actionSeed);
  const { outcomes } = play;
  const look = (status: Status): Seen => ({
    state: world.state.buffer.slice(),
    outcomes: outcomes.slice(),
    observations: play.look().slice(),
    texts: textsOf(world),
    status,
  });
  const rows = [look(play.status)];
  while (rows.length <= MOST_STEPS && play.status === Status.running) rows.push(look(stepDrawn(play)));
  return rows;
}

const textsOf = ({ texts = {} }: NumericEnvironment) => JSON.stringify(Object.values(texts).map((text) => text()));

function sameTrace(a: readonly Seen[], b: readonly Seen[], what: string): void {
  must(a.length === b.length, () => `${what} lasted ${a.length - 1} and ${b.length - 1} steps`);
  for (const [step, row] of a.entries()) {
    const other = b[step];
    for (const part of ["state", "outcomes", "observations"] as const) {
      const at = firstDifference(row[part], other[part]);
      must(at < 0, () => `${what}: ${part}[${at}] is ${row[part][at]} and ${other[part][at]} after ${step} steps`);
    }
    must(row.texts === other.texts, () => `${what}: the texts differ after ${step} steps`);
    must(row.status === other.status, () => `${what}: status ${row.status} and ${other.status} after ${step} steps`);
  }
}

function declares({ spec, state, ownFaults }: NumericEnvironment): void {
  const n = spec.agents.length;
  must(n > 0, () => "there are no agents");
  must(new Set(spec.agents).size === n, () => "two agents have the same id");
  must(spec.labels.length === n, () => `${spec.labels.length} labels for ${n} agents`);
  must(Number.isInteger(spec.horizon) && spec.horizon > 0, () => `the horizon is ${spec.horizon}`);
  must(Number.isInteger(spec.actionSize) && spec.actionSize > 0, () => `the size of an action is ${spec.actionSize}`);
  const numbers = n * spec.actionSize;
  for (const name of ["actionLow", "actionHigh"] as const) {
    must(spec[name].length === numbers, () => `${name} has ${spec[name].length} numbers instead of ${numbers}`);
    must(spec[name].every(Number.isFinite), () => `${name} is not finite`);
  }
  must(
    spec.actionLow.every((low, k) => low <= spec.actionHigh[k]),
    () => "a smallest action exceeds the largest",
  );
  const { choices } = spec;
  if (choices !== undefined) {
    must(Number.isInteger(choices) && choices > 0, () => `there are ${choices} choices`);
    const { choiceNames: names } = spec;
    must(
      names === undefined || (names.length === choices && new Set(names).size === choices),
      () => `${choices} choices are called ${names?.join(", ")}`,
    );
    must(spec.actionSize === 1, () => `a choice is one number, an action has ${spec.actionSize}`);
    must(
      spec.actionLow.every((low) => low === 0) && spec.actionHigh.every((high) => high === choices - 1),
      () => `the box of ${choices} choices is not [0, ${choices - 1}]`,
    );
  }
  const size = observationSize(spec.observation);
  must(
    size === spec.observationSize,
    () => `the observation's fields have ${size} numbers, observationSize says ${spec.observationSize}`,
  );
  must(spec.channels.length > 0, () => "no channel is reported");
  const names = new Set(spec.channels.map(({ name }) => name));
  must(names.size === spec.channels.length, () => "two channels have the same name");
  for (const { name, low, high, unit } of spec.channels) {
    must(/^[A-Za-z][A-Za-z0-9_]*$/.test(name), () => `the channel name "${name}" is no identifier`);
    must(!RESERVED_COLUMNS.includes(name), () => `the channel name "${name}" is taken by the tables of the store`);
    must(low <= high, () => `the range of "${name}" is empty`);
    // Environments wrapped from other frameworks have channels without units.
    must(unit !== "" || ownFaults !== undefined, () => `the channel "${name}" has no unit`);
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
  const worlds = [3, 4].map((seed) => begun(make(), seed));
  for (let step = 1; step <= MOST_STEPS; step++) {
    for (const [k, play] of worlds.entries()) {
      if (play.status !== Status.running) continue;
      stepDrawn(play);
      const { outcomes } = alone[k][step];
      const at = firstDifference(play.outcomes, outcomes);
      const other = () => `outcome ${at} is ${play.outcomes[at]} instead of ${outcomes[at]} after ${step} steps`;
      must(at < 0, () => `stepped in turn with another, ${other()}`);
    }
  }
}

function cloned(make: () => NumericEnvironment): void {
  const original = begun(make(), 5);
  const { world, rng, outcomes } = original;
  const half = Math.max(1, Math.floor(Math.min(world.spec.horizon, MOST_STEPS) / 2));
  for (let step = 0; step < half && original.status === Status.running; step++) stepDrawn(original);
  if (original.status !== Status.running) {
    // Random actions end this environment in the first step, so it is cloned right after the reset.
    world.reset(rng, outcomes);
    original.status = Status.running;
  }
  const copy = begun(make(), 99);
  const copiedStream = rng.clone();
  copy.world.state.buffer.set(world.state.buffer);
  for (let step = 1; step <= half && original.status === Status.running; step++) {
    const status = stepDrawn(original);
    const other = copy.world.step(original.actions, copy.outcomes, copiedStream);
    const when = `${step} steps after cloning`;
    const at = firstDifference(outcomes, copy.outcomes);
    const differs = () => `outcome ${at} is ${outcomes[at]} and ${copy.outcomes[at]}`;
    must(at < 0, () => `${when}, ${differs()}: not all that changes is in the state`);
    must(status === other, () => `${when}, the status is ${status} and ${other}`);
    const place = firstDifference(world.state.buffer, copy.world.state.buffer);
    must(place < 0, () => `${when}, state ${place} differs`);
    must(textsOf(world) === textsOf(copy.world), () => `${when}, the texts differ`);
  }
}

/** Checks that a value is finite and within a range up to rounding; `what` names the value in the error message. */
function within(value: number, low: number, high: number, slack: number, what: () => string): void {
  must(Number.isFinite(value), what);
  must(value >= low - slack && value <= high + slack, () => `${what()}, outside [${low}, ${high}]`);
}

function ranged(make: () => NumericEnvironment): void {
  const { spec } = make();
  const C = spec.channels.length;
  for (const seed of [1, 2, 3]) {
    const happened = new Float64Array(spec.agents.length * C);
    for (const [step, { outcomes }] of trace(make(), seed, seed).entries()) {
      for (const [k, value] of outcomes.entries()) {
        const { name, low, high, state, once } = spec.channels[k % C];
        if (step > 0 && value !== 0) happened[k] += 1;
        must(
          once !== true || happened[k] < 2,
          () => `"${name}" happens once an episode, and again after ${step} steps`,
        );
        // Flow channels are zero at reset, also if 0 is outside their range.
        if (step === 0 && !state && value === 0) continue;
        const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
        const who = spec.agents[Math.floor(k / C)];
        within(value, low, high, slack, () => `"${name}" of ${who} is ${value} after ${step} steps`);
      }
    }
  }
}

function observed(make: () => NumericEnvironment): void {
  const play = begun(make(), 1);
  const { spec } = play;
  for (let step = 0; step < MOST_STEPS && play.status === Status.running; step++) {
    const seen = play.look(Number.NaN);
    for (const [i, agent] of spec.agents.entries()) {
      let at = i * spec.observationSize;
      for (const { name, size, low, high } of spec.observation) {
        for (let k = 0; k < size; k++, at++) {
          const value = seen[at];
          const slack = 1e-6 * Math.max(1, Math.abs(value));
          within(value, low, high, slack, () => `"${name}"[${k}] of ${agent} is ${value} after ${step} steps`);
        }
      }
    }
    stepDrawn(play);
  }
}

function actionsUntouched(world: NumericEnvironment): void {
  const play = begun(world, 1);
  draw(play.spec, play.hands, play.actions);
  const before = play.actions.slice();
  play.step();
  must(firstDifference(play.actions, before) < 0, () => "step changed the actions it was given");
}

function choicesRounded(make: () => NumericEnvironment): void {
  const { choices } = make().spec;
  if (choices === undefined) return;
  const [exact, loose] = [begun(make(), 1, 3), begun(make(), 1)];
  const { hands } = exact;
  for (let step = 1; step <= 50 && exact.status === Status.running; step++) {
    draw(exact.spec, hands, exact.actions);
    for (const [k, choice] of exact.actions.entries()) {
      const beyond = choice === 0 ? -3 : choice === choices - 1 ? choices + 3 : undefined;
      loose.actions[k] = beyond !== undefined && step % 2 === 0 ? beyond : choice + hands.uniform(-0.4, 0.4);
    }
    const same = exact.step() === loose.step() && firstDifference(exact.outcomes, loose.outcomes) < 0;
    const played = () => `played ${loose.actions} instead of ${exact.actions}`;
    must(same, () => `${played()}, the world does something else after ${step} steps`);
  }
}

function ends(world: NumericEnvironment): void {
  const rows = trace(world, 1);
  const last = rows.at(-1)?.status ?? Status.running;
  const steps = rows.length - 1;
  const { horizon, windows, cuts } = world.spec;
  for (const { status } of rows)
    must(Number.isInteger(status) && status >= 0 && status <= 3, () => `the status ${status} is none`);
  // A recorded episode may have been truncated at any step.
  const truncated = (last & Status.truncated) !== 0 && windows?.whole !== true && cuts !== true;
  must(!truncated || steps === horizon, () => `truncated after ${steps} steps, the horizon is ${horizon}`);
  const running = last === Status.running;
  must(!running || steps < horizon, () => `still running after ${steps} steps, the horizon is ${horizon}`);
}

function throughJson(make: () => NumericEnvironment): void {
  const nothing = { reset() {}, pay: (_o: Float64Array, _s: Status, pay: Float64Array) => void pay.fill(0) };
  const [direct, piped] = [withMessages(make(), nothing), withMessages(make(), nothing)];
  const { agents, actionSize } = direct.spec;
  const hands = Random.of(1, "laws");
  const actions = new Float64Array(agents.length * actionSize);
  const same = (a: unknown, b: unknown, when: string) => {
    const text = JSON.stringify(a);
    const kept = text === JSON.stringify(JSON.parse(text)) && text === JSON.stringify(b);
    must(kept, () => `${when}, what was seen changed on the way through JSON`);
    must(!text.includes("null"), () => `${when}, a value is not finite`);
  };
  same(direct.reset(1), piped.reset(1), "after a reset");
  for (let step = 1; step <= 5; step++) {
    draw(direct.spec, hands, actions);
    const own = (i: number) => Array.from(actions.subarray(i * actionSize, (i + 1) * actionSize));
    const named = Object.fromEntries(agents.map((name, i) => [name, own(i)]));
    const result = direct.step(named);
    same(result, piped.step(JSON.parse(JSON.stringify(named))), `after ${step} steps`);
    if (result.terminated || result.truncated) break;
  }
}

function traced(world: NumericEnvironment): void {
  if (world.trace === undefined) return;
  const play = begun(world, 1);
  for (let step = 1; step <= 50 && play.status === Status.running; step++) {
    stepDrawn(play);
    const before = world.state.buffer.slice();
    const [fault] = checkTrace(world.trace("law"));
    must(fault === undefined, () => `after ${step} steps, ${fault === undefined ? "" : sentence(fault)}`);
    const at = firstDifference(before, world.state.buffer);
    must(at < 0, () => `writing a trace after ${step} steps changed the state`);
  }
}

function shown(world: NumericEnvironment): void {
  if (world.shownList === undefined) return;
  const play = begun(world, 1);
  for (let step = 1; step <= 50 && play.status === Status.running; step++) {
    stepDrawn(play);
    const before = world.state.buffer.slice();
    const list = world.shownList();
    const places = list.flatMap(({ position }) => position ?? []);
    const isPlace = (position: number) => Number.isInteger(position) && position >= 1;
    const isList = new Set(places).size === places.length && places.every(isPlace);
    must(isList, () => `after ${step} steps, the positions are ${places.join(", ")}`);
    const unseen = list.find(({ position, isClicked }) => isClicked && position === null);
    must(unseen === undefined, () => `after ${step} steps, ${unseen?.item} is clicked and was not shown`);
    const columns = new Set(list.map(({ facts }) => Object.keys(facts).join(", ")));
    must(columns.size <= 1, () => `after ${step} steps, items of a list have other facts: ${[...columns].join("; ")}`);
    const at = firstDifference(before, world.state.buffer);
    must(at < 0, () => `showing a list after ${step} steps changed the state`);
  }
}

function interchangeable(make: () => NumericEnvironment): void {
  const { agents, symmetric, actionSize, channels } = make().spec;
  const last = agents.length - 1;
  if (!symmetric || last < 1) return;
  const [left, right] = [begun(make(), 1, 2), begun(make(), 1)];
  for (let step = 1; step <= 20 && left.status === Status.running; step++) {
    draw(left.spec, left.hands, left.actions);
    right.actions.set(left.actions);
    right.actions.copyWithin(0, last * actionSize);
    right.actions.set(left.actions.subarray(0, actionSize), last * actionSize);
    left.step();
    right.step();
    for (const [c, { name }] of channels.entries()) {
      const [x, y] = [left.outcomes[c], right.outcomes[last * channels.length + c]];
      const exchanged = () => `with the first and the last agent exchanged, "${name}" is ${y} instead of ${x}`;
      must(!(Math.abs(x - y) > 1e-9 * Math.max(1, Math.abs(x))), () => `${exchanged()} after ${step} steps`);
    }
  }
}

function drawn(world: NumericEnvironment): void {
  const { scene } = world;
  if (scene === undefined) return;
  const play = begun(world, 1);
  for (let step = 0; step <= 50 && play.status === Status.running; step++) {
    if (step > 0) stepDrawn(play);
    const last = step === 0 ? undefined : { actions: play.actions.slice(), outcomes: play.outcomes.slice() };
    const before = world.state.buffer.slice();
    const first = scene(last);
    checkScene(first, "the world");
    must(JSON.stringify(first) === JSON.stringify(scene(last)), () => `two scenes after ${step} steps differ`);
    const at = firstDifference(before, world.state.buffer);
    must(at < 0, () => `drawing a scene after ${step} steps changed the state`);
  }
}

/**
 * Checks a small game: showing a state leads to its information state, random play stays among the game's states, and every result is the
 * payoff of some terminal state.
 */
function whollyPlayed(world: NumericEnvironment): void {
  const game = world.game?.();
  if (game === undefined) return;
  const { example, choices, action, mover, won } = game;
  const ends = new Set<number>();
  for (let s = 0; s < game.states; s++) if (mover[s] === OVER) ends.add(won[2 * s]);
  for (const [at, s] of example.entries()) {
    game.show(s);
    const stands = game.standing(mover[s]);
    must(stands === at, () => `information state ${at} is shown, and ${stands} stands`);
    for (let k = choices[at]; k < choices[at + 1]; k++) {
      const place = game.meant(s, action[k]);
      must(
        place === k - choices[at],
        () => `choice ${k - choices[at]} of information state ${at} is taken for ${place}`,
      );
    }
  }
  const pay = weightedSum(game.pay)(world.spec);
  const paid = new Float64Array(world.spec.agents.length);
  for (let seed = 1; seed <= GAMES; seed++) {
    const play = begun(world, seed);
    pay.reset(play.outcomes);
    let sum = 0;
    while (play.status === Status.running) {
      must(game.standing(0) >= 0 || game.standing(1) >= 0, () => "no player stands in a state of the game");
      stepDrawn(play);
      pay.pay(play.outcomes, play.status, paid);
      sum += paid[0];
    }
    must(ends.has(sum), () => `the first seat won ${sum}, which no end of the game gives`);
  }
}

/** Random games that are played per environment with a whole game. */
const GAMES = 20;
