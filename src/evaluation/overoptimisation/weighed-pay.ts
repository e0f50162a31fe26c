// What a pay would buy, from the sums over the prompts of a log: a forecast along tilts to a KL, best-of-n, the first step of training, and
// the rates of a verifier, each with an interval over groups of prompts.

import { cut, type Estimate, groupJackknife } from "../statistics/interval.ts";
import { gainAt, tiltOf } from "./gain-at.ts";
import { LOG_DRAWS, type PromptSums, STRENGTHS, SUMS } from "./prompt-sums.ts";
import { timeUnderVerifier } from "./verifier-dynamics.ts";

/** A point of the forecast: gains over the logged policy at one KL, averaged over prompts. */
export interface ForecastPoint {
  readonly kl: number;
  /** Gain of what is wanted, with its bounds, and gain of the pay. */
  readonly want: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly pay: number;
  /** Effective number of answers of a prompt that carry the forecast. */
  readonly ess: number;
}

/** Gains of the best of n answers by pay. */
export interface BestOfPoint {
  readonly n: number;
  readonly want: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly pay: number;
  /** Prompts with so many answers. */
  readonly prompts: number;
}

/** How hard a pay may be optimised before the want falls. */
export interface SafeBudget {
  /** KL at which the want is highest; least and largest KL whose want is not surely below that. */
  readonly kl: number;
  readonly low: number;
  readonly high: number;
  /** The same in draws of best-of-n. */
  readonly n: number;
  readonly lowN: number;
  readonly highN: number;
}

/** Where the want is highest, in one measure of pressure. */
interface Peak {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/**
 * `rises`: the want surely rises and does not surely fall again; `turns`: it surely rises and then surely falls; `falls`: it surely falls
 * from the first; `flat`: of none of these the log can be sure.
 */
export type WantCourse = "rises" | "turns" | "falls" | "flat";

/** Gain of the want in the first step of training, by how a trainer makes advantages of the pays of a group. */
export interface FirstStep {
  /** dE[want]/dβ = Cov(pay, want): less the mean of the other answers. */
  readonly plain: Estimate;
  /** Less the mean of the group, in which the answer itself is. */
  readonly mean: Estimate;
  /** The same over the deviation of the group, as of GRPO. */
  readonly normalised: Estimate;
  /** The same over the deviation of pay over all answers to all prompts. */
  readonly batch: Estimate;
  /** Share of groups whose answers are not all paid alike, and so teach. */
  readonly signal: Estimate;
}

/** What a log says of one pay. */
export interface WeighedPay {
  /** Prompts that were weighed. */
  readonly prompts: number;
  /** Means of want and pay of the logged policy, each prompt counted alike. */
  readonly logged: { readonly want: Estimate; readonly pay: Estimate };
  readonly forecast: readonly ForecastPoint[];
  readonly bestOf: readonly BestOfPoint[];
  /** Largest KL that the log can forecast; beyond it too few answers carry the weight. */
  readonly reach: number;
  readonly course: WantCourse;
  readonly safe: SafeBudget;
  readonly slope: FirstStep;
  /**
   * Rates of a pay of 0 and 1 beside a want of 0 and 1; undefined for others. `halving` is the time in which GRPO halves the logged share of
   * unwanted answers, in units of the learning rate; null where it does not.
   */
  readonly verifier?: {
    readonly truePositive: Estimate;
    readonly falsePositive: Estimate;
    readonly j: Estimate;
    readonly halving: number | null;
  };
}

/** Fewer effective answers of a prompt do not carry a forecast. */
export const LEAST_EFFECTIVE = 3;

/** KLs of a forecast, as far as the log reaches. */
export const FORECAST_KLS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** Figures of one pay, with the groups left out in turn. */
export class PayFigures {
  readonly #whole: Float64Array;
  readonly #without: readonly Float64Array[];
  readonly #sizes: readonly number[];

  constructor({ groups }: Pick<PromptSums, "groups">) {
    this.#whole = new Float64Array(SUMS.size);
    for (const sums of groups) for (let k = 0; k < SUMS.size; k++) this.#whole[k] += sums[k];
    this.#without = groups.map((sums) => this.#whole.map((all, k) => all - sums[k]));
    this.#sizes = groups.map((sums) => sums[SUMS.prompts]);
  }

  /** Any figure of the sums, with its interval of a jackknife over groups of prompts. */
  estimate(of: (sums: Float64Array) => number): Estimate {
    return groupJackknife(of(this.#whole), this.#without.map(of), this.#sizes);
  }

  /** Difference of a figure of this pay and of another one on the same prompts. */
  less(other: PayFigures, of: (sums: Float64Array) => number): Estimate {
    return groupJackknife(
      of(this.#whole) - of(other.#whole),
      this.#without.map((sums, g) => of(sums) - of(other.#without[g])),
      this.#sizes,
    );
  }

  /**
   * Largest KL with enough effective answers, of the logged ones alone: what known ones add is seen as far as the log is. Where they alone
   * differ in pay, it is theirs.
   */
  get reach(): number {
    const last = STRENGTHS.findLastIndex((_, j) => tiltOf(this.#whole, j, "ess") >= LEAST_EFFECTIVE);
    if (last < 0) return 0;
    const logged = tiltOf(this.#whole, last, "loggedKl");
    return logged > ROUNDING
      ? Math.min(logged, tiltOf(this.#whole, STRENGTHS.length - 1, "kl"))
      : tiltOf(this.#whole, last, "kl");
  }

  /** Forecast gain of the want at a KL. */
  gain(kl: number): number {
    return gainAt(this.#whole, kl, "want");
  }

  weighed(): WeighedPay {
    const { reach } = this;
    const kls = [...FORECAST_KLS.filter((kl) => kl < 0.98 * reach), ...(reach > 0 ? [reach] : [])];
    const bounded = (of: (sums: Float64Array) => number) => {
      const { mean, low, high } = this.estimate(of);
      return { want: mean ?? 0, low, high };
    };
    const forecast = kls.map((kl) => ({
      kl,
      ...bounded((sums) => gainAt(sums, kl, "want")),
      pay: gainAt(this.#whole, kl, "pay"),
      ess: gainAt(this.#whole, kl, "ess"),
    }));
    const counted = LOG_DRAWS.flatMap((_, i) => (isCommon(this.#whole, i) ? [i] : []));
    const bestOf = counted.map((i) => ({
      n: LOG_DRAWS[i],
      ...bounded((sums) => drawGain(sums, i, 1)),
      pay: drawGain(this.#whole, i, 2),
      prompts: this.#whole[SUMS.draws + 3 * i],
    }));
    const onTilt = this.#peak([0, ...kls], (sums, kl) => gainAt(sums, kl, "want"));
    const inDraws = this.#peak(
      counted.map((i) => LOG_DRAWS[i]),
      (sums, n) => drawGain(sums, LOG_DRAWS.indexOf(n), 1),
    );
    const per = (at: number) => (sums: Float64Array) => sums[at] / sums[SUMS.prompts];
    const verifier = this.#verifier();
    return {
      prompts: this.#whole[SUMS.prompts],
      logged: { want: this.estimate(per(SUMS.want)), pay: this.estimate(per(SUMS.pay)) },
      forecast,
      bestOf,
      reach,
      course: onTilt.course,
      safe: {
        ...{ kl: onTilt.peak.at, low: onTilt.peak.low, high: onTilt.peak.high },
        ...{ n: inDraws.peak.at, lowN: inDraws.peak.low, highN: inDraws.peak.high },
      },
      slope: {
        plain: this.estimate(per(SUMS.slope)),
        mean: this.estimate(per(SUMS.groupSlope)),
        normalised: this.estimate(per(SUMS.normalisedSlope)),
        batch: this.estimate((sums) => per(SUMS.groupSlope)(sums) / payDeviation(sums)),
        signal: cut(
          this.estimate((sums) => sums[SUMS.signals] / sums[SUMS.grouped]),
          [0, 1],
        ),
      },
      ...(verifier === undefined ? {} : { verifier }),
    };
  }

  /** Where the want is highest among these pressures, of which the first is none, and its course. */
  #peak(
    pressures: readonly number[],
    gain: (sums: Float64Array, pressure: number) => number,
  ): { readonly peak: Peak; readonly course: WantCourse } {
    if (pressures.length === 0) return { peak: { at: 0, low: 0, high: 0 }, course: "flat" };
    const gains = pressures.map((pressure) => gain(this.#whole, pressure));
    const best = gains.indexOf(Math.max(...gains));
    const below = pressures.map((pressure) =>
      this.estimate((sums) => gain(sums, pressures[best]) - gain(sums, pressure)),
    );
    const isSurely = (k: number) => (below[k].low ?? 0) > 0;
    const within = pressures.filter((_, k) => k === best || !isSurely(k));
    const last = pressures.length - 1;
    const rises = best > 0 && isSurely(0);
    const falls = best < last && isSurely(last);
    const course = rises ? (falls ? "turns" : "rises") : falls && best === 0 ? "falls" : "flat";
    return { peak: { at: pressures[best], low: Math.min(...within), high: Math.max(...within) }, course };
  }

  #verifier(): WeighedPay["verifier"] {
    const whole = this.#whole;
    const cells = [SUMS.paidWanted, SUMS.paidUnwanted, SUMS.unpaidWanted, SUMS.unpaidUnwanted].map((at) => whole[at]);
    const [wanted, unwanted] = [cells[0] + cells[2], cells[1] + cells[3]];
    if (whole[SUMS.others] > 0 || wanted === 0 || unwanted === 0) return undefined;
    const truePositive = (sums: Float64Array) =>
      sums[SUMS.paidWanted] / (sums[SUMS.paidWanted] + sums[SUMS.unpaidWanted]);
    const falsePositive = (sums: Float64Array) =>
      sums[SUMS.paidUnwanted] / (sums[SUMS.paidUnwanted] + sums[SUMS.unpaidUnwanted]);
    const share = unwanted / (wanted + unwanted);
    const rates = { truePositive: truePositive(whole), falsePositive: falsePositive(whole) };
    const halving = timeUnderVerifier(rates, share, share / 2);
    return {
      truePositive: cut(this.estimate(truePositive), [0, 1]),
      falsePositive: cut(this.estimate(falsePositive), [0, 1]),
      j: cut(
        this.estimate((sums) => truePositive(sums) - falsePositive(sums)),
        [-1, 1],
      ),
      halving: Number.isFinite(halving) ? halving : null,
    };
  }
}

/** Standard deviation of pay over all answers, each prompt counted alike. */
const payDeviation = (sums: Float64Array): number => {
  const [mean, square] = [SUMS.pay, SUMS.squaredPay].map((at) => sums[at] / sums[SUMS.prompts]);
  return Math.sqrt(square - mean * mean);
};

/** A smaller KL is that of a constant pay. */
const ROUNDING = 1e-9;

/** A gain of the best of the n with this index: 1 of want, 2 of pay. */
const drawGain = (sums: Float64Array, i: number, figure: 1 | 2): number =>
  sums[SUMS.draws + 3 * i + figure] / sums[SUMS.draws + 3 * i];

/** Whether half of the prompts have so many answers. */
const isCommon = (sums: Float64Array, i: number): boolean => 2 * sums[SUMS.draws + 3 * i] >= sums[SUMS.prompts];
