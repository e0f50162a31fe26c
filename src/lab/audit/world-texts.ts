// The audit of what a world of text pays: its questions are tasks, a text is written as a whole, and the declared reward and objective of the
// episode that it makes are pay and want.

import { EpisodeFailed } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { alphabetOf, choicesOf } from "../../core/text.ts";
import type { AuditFinding, RewardAudit } from "../../evaluation/audits/reward-audit.ts";
import type { AuditRow } from "../../evaluation/audits/text-attacks/audit-row.ts";
import type { KnownText } from "../../evaluation/audits/text-attacks/known-texts.ts";
import { textAudit } from "../../evaluation/audits/text-attacks/text-audit.ts";
import type { PayAndWant } from "../../evaluation/audits/worlds/paid-process.ts";
import { type ScriptPlayer, scriptPlayer } from "../../evaluation/audits/worlds/script.ts";
import type { TextReward } from "../../feedback/text-rewards/text-reward.ts";
import { streamsOf } from "../../play/streams.ts";

/** Seeds whose questions are looked at, and questions that are tasks. */
const MOST_SEEDS = 256;
const MOST_QUESTIONS = 32;
/** Column with the seed of a question. */
const SEED = "seed";
/** Times that a character of a small alphabet is written. */
const TIMES = [1, 8];
/** Questions that are answered by these, at most, and tries for each of them. */
const WRITTEN_FOR = 3;
const TRIES_OF_WRITTEN = 600;

export interface WorldTexts {
  readonly target: string;
  readonly world: NumericEnvironment;
  readonly measures: PayAndWant;
  readonly tries: number;
  readonly planted: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((text: string) => void) | undefined;
  readonly onFinding?: ((finding: AuditFinding) => void) | undefined;
}

/** Whether texts of one writer make the episodes of a world, in which no other agent gives a verdict. */
export const isWorldOfTexts = ({ spec, asker }: NumericEnvironment): boolean =>
  spec.alphabet !== undefined && spec.agents.length === 1 && asker === undefined;

/** Audits the pay of a world of text. */
export async function worldTextAudit({ world, measures, ...options }: WorldTexts): Promise<RewardAudit> {
  const player = scriptPlayer(world, measures);
  const rows = questionsOf(player);
  const { reward, want } = scoresOf(player, options.target);
  const questions = Math.max(1, Math.min(WRITTEN_FOR, Math.floor(options.tries / TRIES_OF_WRITTEN)));
  const known = writtenTexts(rows.slice(0, questions), world);
  const { audit } = await textAudit({ ...options, reward, want, rows, known });
  const texts = rows.map((row) => ({ ...row, completion: row.honest ?? row.gold ?? "" }));
  return { ...audit, honestPay: meanOf(await reward.score(texts)) };
}

/** Mean of the scores that there are; null without any. */
function meanOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** The world's first questions as tasks, with the answer of its expert, or the right one as it names it. */
function questionsOf(player: ScriptPlayer): AuditRow[] {
  const { world } = player;
  const rows = new Map<string, AuditRow>();
  for (let seed = 0; seed < MOST_SEEDS && rows.size < MOST_QUESTIONS; seed++) {
    player.begin(seed);
    const prompt = world.texts?.text?.() ?? "";
    if (rows.has(prompt)) continue;
    const named = world.texts?.answer?.();
    const honest = expertText(world, seed);
    const gold = named === undefined || named === "" ? honest : named;
    rows.set(prompt, {
      ...{ prompt, fields: { [SEED]: seed }, hidden: [SEED] },
      ...(gold === undefined ? {} : { gold }),
      ...(honest === undefined ? {} : { honest }),
    });
  }
  return [...rows.values()];
}

/** What the world's expert writes; undefined where it has none. */
function expertText(world: NumericEnvironment, seed: number): string | undefined {
  const { spec } = world;
  const expert = spec.oracles?.expert?.play(0);
  if (expert === undefined) return undefined;
  const streams = streamsOf(seed, 0);
  const outcomes = new Float64Array(spec.channels.length);
  const [action, observation] = [new Float64Array(spec.actionSize), new Float32Array(spec.observationSize)];
  const alphabet = alphabetOf(spec);
  world.reset(streams.world, outcomes);
  expert.reset(streams.world);
  let said = "";
  for (let isRunning = true; isRunning; ) {
    world.observe(observation);
    expert.act(observation, action);
    said += alphabet.characterOf(action[0]);
    isRunning = world.step(action, outcomes, streams.world) === 0;
  }
  const end = endOf(spec);
  return end !== "" && said.endsWith(end) ? said.slice(0, -end.length) : said;
}

/** The character that ends an answer of a small alphabet; "" where the writer just stops. */
const endOf = ({ alphabet }: NumericEnvironment["spec"]): string => alphabet?.characters?.[1] ?? "";

/** Pay and want of texts, by the episodes that they make; null where a text cannot be written, or its episode fails. */
function scoresOf(player: ScriptPlayer, id: string): { readonly reward: TextReward; readonly want: TextReward } {
  const { spec } = player.world;
  const end = endOf(spec);
  const played = new Map<string, { readonly pay: number; readonly want: number } | null>();
  const playedOnce = (seed: number, text: string) => {
    try {
      const whole = end === "" || text.endsWith(end) ? text : `${text}${end}`;
      return player.play(seed, choicesOf(whole, alphabetOf(spec)), spec.horizon);
    } catch (error) {
      if (error instanceof EpisodeFailed || (error instanceof UserError && error.problems[0].code === "bad-character"))
        return null;
      throw error;
    }
  };
  const scores = (of: "pay" | "want"): TextReward => ({
    id,
    score: async (texts) =>
      texts.map(({ completion, fields }) => {
        const seed = Number(fields[SEED]);
        const key = `${seed}\n${completion}`;
        const own = played.get(key) ?? playedOnce(seed, completion);
        played.set(key, own);
        return own?.[of] ?? null;
      }),
    close: async () => {},
  });
  return { reward: scores("pay"), want: scores("want") };
}

/** Texts of a small alphabet, in which the library's words cannot be written: each character again and again, alone and around the answer. */
function writtenTexts(rows: readonly AuditRow[], { spec }: NumericEnvironment): KnownText[] {
  const end = endOf(spec);
  const characters = (spec.alphabet?.characters ?? []).filter((one) => one !== "" && one !== end);
  return rows.flatMap(({ prompt, honest = "" }) =>
    characters.flatMap((character) =>
      TIMES.flatMap((times) => {
        const unit = character.repeat(times);
        const name = `a character ${times === 1 ? "alone" : "again and again"}`;
        const rest = { prompt, want: null, isOwn: false } as const;
        return [
          { ...rest, completion: unit, name },
          { ...rest, completion: `${unit}${honest}`, name: `${name} before an honest answer` },
        ];
      }),
    ),
  );
}
