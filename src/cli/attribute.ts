// `agon attribute`: which advertising channels earned the purchases in a log of touches, by every attribution rule.

import { UserError } from "../core/errors.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";
import { CREDIT_RULES } from "../feedback/attribution/credit-totals.ts";
import { type Attribution, attributeTouches, type Disagreement } from "../lab/attribution/attribution.ts";
import { TIME_UNITS } from "../logs/epoch-units.ts";
import type { Flags } from "./commands.ts";
import { interval, number, print, remark, table } from "./output.ts";
import { columnFlag, rowsOf } from "./place.ts";
import { computed } from "./progress.ts";

/** Number of journeys below which a network learns little. */
const FEW = 1000;

/** Prints the credits that each rule assigns to the channels of a file. */
export const attribute = (file: string, flags: Flags<"attribute">): Promise<number> =>
  computed(
    flags,
    (watched) =>
      attributeTouches(rowsOf(file, flags), {
        ...watched,
        ...attentionOf(flags),
        ...(flags.halfLife === undefined ? {} : { halfLife: flags.halfLife }),
        ...(flags.timeUnit === undefined ? {} : { timeUnit: flags.timeUnit }),
        mapping: columnFlag,
        onNotice: remark,
      }),
    printAttribution,
  );

function attentionOf({ attention, customer, seed }: Flags<"attribute">) {
  if (attention === undefined) {
    if (customer.length === 0) return {};
    const hint = "--attention fits a network, which does";
    throw new UserError({ code: "customer", what: "rules do not look at customers", path: ["--customer"], hint });
  }
  return { attention: { journeys: attention, seed, ...(customer.length === 0 ? {} : { customer }) } };
}

function printAttribution(attribution: Attribution): void {
  const { channels, attention, priced, untouched } = attribution;
  const without =
    untouched === 0 ? "" : `, ${number(untouched)} of them without a touch, which no channel is credited with`;
  const head = ["channel", "touches", ...(priced ? ["cost"] : []), ...CREDIT_RULES];
  print(
    `${attribution.file}: ${count(attribution.touches, "touch", "touches")} of ${count(channels.length, "channel")} in ${count(attribution.journeys, "journey")}; ${count(attribution.purchases, "purchase")}${without}`,
    "",
    table(
      attention === undefined ? head : [...head, "attention"],
      channels.map(({ channel, touches, cost, credit }, c) => [
        ...[channel, number(touches), ...(priced ? [number(cost)] : [])],
        ...CREDIT_RULES.map((rule) => interval(credit[rule])),
        ...(attention === undefined ? [] : [number(attention.credit[c])]),
      ]),
    ),
    "",
    `Purchases that each rule credits a channel with, and a 95 % interval.${attribution.halfLife === null ? "" : ` Time decay halves every ${timeOf(attribution.halfLife, attribution)}.`}`,
  );
  if (attention !== undefined) {
    const features = attention.features.length === 0 ? "nothing of the customers" : attention.features.join(", ");
    print(
      `Attention: removal from a network fitted to ${count(attention.journeys, "journey")}, told ${features}; no interval.`,
    );
  }
  if (priced) {
    print(
      "",
      table(
        ["channel", ...CREDIT_RULES],
        channels.map(({ channel, costPerPurchase }) => [
          channel,
          ...CREDIT_RULES.map((rule) => (costPerPurchase === undefined ? "–" : interval(costPerPurchase[rule]))),
        ]),
      ),
      "",
      "Cost of a credited purchase.",
    );
  }
  print("", ...disagreements(attribution));
  if (attention !== undefined && attention.journeys < FEW) {
    remark(`${count(attention.journeys, "journey")} are few to learn from; the network's credit means little`);
  }
  if (attribution.longest > 0 && attribution.halfLife !== null && attribution.halfLife > 10 * attribution.longest) {
    remark(
      `the longest journey takes ${timeOf(attribution.longest, attribution)}, so that time decay is nearly linear; --half-life sets another`,
    );
  }
}

/** Describes how much the rules disagree, in sentences. */
function disagreements({ disagreements: pairs, channels }: Attribution): string[] {
  const chosen = pairs.find(({ rules: [one, other] }) => one === "last touch" && other === "Markov removal");
  if (chosen === undefined || channels.length < 2) return ["With fewer than two channels rules cannot disagree."];
  if (chosen.moved.low === null) return ["There are too few journeys to tell chance from disagreement."];
  const sorted = pairs.toSorted((a, b) => Number(b.moved.mean) - Number(a.moved.mean));
  const [most, least] = [sorted[0], sorted[sorted.length - 1]];
  const named = ({ rules: [one, other], moved }: Disagreement) => `${one} and ${other} (${percent(moved)})`;
  return [
    `${capital(chosen.rules[0])} and ${chosen.rules[1]} differ in ${chosen.differing} of ${channels.length} channels by more than chance explains: ${percent(chosen.moved)} of the credit, and of a budget that follows it, would move${direction(chosen)}.`,
    `Of all rules ${named(most)} are furthest apart, ${named(least)} nearest.`,
  ];
}

/** Describes which channels lose and gain most, where rules differ. */
function direction({ channels, rules, differing }: Disagreement): string {
  if (differing === 0) return "";
  const sorted = channels.toSorted((a, b) => Number(a.gains.mean) - Number(b.gains.mean));
  const [loser, winner] = [sorted[0], sorted[sorted.length - 1]];
  return `; ${rules[1]} gives ${loser.channel} ${percent(loser.gains, -1)} less and ${winner.channel} ${percent(winner.gains)} more`;
}

/** Formats a share as per cent; `sign` −1 formats a loss as a positive amount. */
function percent({ mean, low, high, n }: Estimate, sign: 1 | -1 = 1): string {
  const times = (value: number | null) => (value === null ? null : 100 * sign * value);
  const [least, largest] = sign === 1 ? [low, high] : [high, low];
  return `${interval({ mean: times(mean), low: times(least), high: times(largest), n })} %`;
}

function timeOf(own: number, { timeUnit }: Attribution): string {
  if (timeUnit === null) return `${number(own)}, in the unit of the file's times`;
  const time = own * TIME_UNITS[timeUnit];
  const [size, unit] = time >= 86_400 ? [86_400, "d"] : time >= 3600 ? [3600, "h"] : [1, "s"];
  return `${number(time / size)} ${unit}`;
}

const count = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString("en-US")} ${value === 1 ? one : many}`;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
