// A whole short episode as text: what the world is, and every step's actions, outcomes and state. A changed rule is
// visible in review as a changed file.

import { type NumericEnvironment, Status } from "../../src/core/environment.ts";
import { Random } from "../../src/core/random.ts";
import { episodeRunner } from "../../src/play/episode.ts";

/** Steps that are written out. */
const STEPS = 6;
/** Agents that are written out. */
const MOST_AGENTS = 6;

/** Numbers of a step's actions that are written out where they hold a text, of which one has many digits. */
const OF_TEXTS = 24;

/** Plays a world with random actions of seed 42 and writes down what happened; a world of text is played by its expert. */
export function playthrough(id: string, world: NumericEnvironment): string {
  const { spec } = world;
  const n = spec.agents.length;
  const C = spec.channels.length;
  const shown = Math.min(n, MOST_AGENTS);
  const runner = episodeRunner(world);
  const { episode } = runner;
  const { actions, outcomes } = episode;
  const hands = Random.of(42, "playthrough");
  const expert = spec.alphabet === undefined ? undefined : spec.oracles?.expert?.play(0);
  expert?.reset(hands);
  const lines = [
    `world: ${id}`,
    `agents: ${n} (${spec.labels.slice(0, shown).join(", ")}${n > shown ? ", …" : ""})`,
    `horizon: ${spec.horizon}`,
    `action: ${spec.actionSize} in ${spec.actionUnit}, up to ${spec.actionHigh.slice(0, shown).join(", ")}`,
    `observation: ${spec.observation.map(({ name, size }) => `${name}(${size})`).join(" ")}`,
    `deterministic: ${spec.deterministic}`,
    `symmetric: ${spec.symmetric}`,
    "channels:",
    ...spec.channels.map(
      ({ name, unit, low, high, over, state }) =>
        `  ${name}: ${unit}, ${digits(low)} … ${digits(high)}, ${over}${state ? ", state" : ""}`,
    ),
  ];
  const look = (): void => {
    const observations = episode.look();
    lines.push(
      `  agent_0 sees: ${Array.from(observations.slice(0, spec.observationSize)).slice(0, 24).map(digits).join(" ")}${spec.observationSize > 24 ? " …" : ""}`,
    );
    if (spec.alphabet !== undefined) lines.push(`  text: ${world.texts?.text()}`);
    for (const { part } of spec.publicState) {
      const view = world.state.views[part];
      lines.push(`  ${part}: ${Array.from(view.slice(0, 36)).map(digits).join(" ")}${view.length > 36 ? " …" : ""}`);
    }
  };
  runner.begin(Random.of(42, "environment", 0));
  lines.push("", "reset");
  look();
  while (episode.steps < STEPS && episode.status === Status.running) {
    for (let k = 0; k < actions.length; k++)
      actions[k] = Math.round(hands.uniform(spec.actionLow[k], spec.actionHigh[k]));
    expert?.act(episode.look(), actions);
    runner.step();
    const numbers = Array.from(actions.slice(0, shown * spec.actionSize));
    const most = Math.max(...spec.actionHigh) > 2 ** 40 ? OF_TEXTS : numbers.length;
    const isCut = n > shown || numbers.length > most;
    lines.push("", `step ${episode.steps - 1}: ${numbers.slice(0, most).join(" ")}${isCut ? " …" : ""}`);
    for (let i = 0; i < shown; i++) {
      lines.push(
        `  ${spec.agents[i]}: ${spec.channels.map(({ name }, c) => `${name}=${digits(outcomes[i * C + c])}`).join(" ")}`,
      );
    }
    look();
    if (episode.status !== Status.running) lines.push(`  status: ${episode.status}`);
  }
  return `${lines.join("\n")}\n`;
}

function digits(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(9))) : String(value);
}
