// Where judges come for pairs and hand in their votes. A pair that was handed out is its judge's until it is answered, and for 30 minutes at
// most; other judges' choices count it meanwhile. Names of the players leave the desk with the answer to a vote.

import { randomBytes } from "node:crypto";
import { UserError } from "../../core/errors.ts";
import { type CastVote, type JudgedFacts, shortEnough, verdictIn, winnerOf } from "../../feedback/votes/vote-record.ts";
import { decided, standing, type VotesFile } from "../../feedback/votes/votes-file.ts";
import type { Ballot, NextToJudge, WrittenVote } from "./judging-data.ts";
import { type ChosenPair, chosenPair, placed } from "./pairing.ts";
import type { JudgedSubject } from "./subject.ts";

/** Milliseconds for which a pair is its judge's. */
const EXPIRES = 30 * 60 * 1000;
/** Judges that may have a pair at a time. */
const MOST_JUDGES = 200;

interface HandedOut extends ChosenPair {
  readonly id: string;
  readonly judge: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

export interface JudgingDesk {
  /** The judge's pair; a new one where it has none. */
  next(subject: JudgedSubject, judge: string): NextToJudge;
  /** A pair that was handed out, answered or not, until its judge has the next. A UserError where there is none. */
  pair(id: string): ChosenPair;
  /** A pair that its judge may vote on; undefined where it was answered, or is not the judge's. */
  open(judge: string, id: string): ChosenPair | undefined;
  /** Writes a vote, once for each pair, with what is kept of its sides. A UserError where the pair is not the judge's, or no longer. */
  vote(subject: JudgedSubject, ballot: Ballot, facts?: JudgedFacts): WrittenVote;
  /** Takes the last vote of a judge back, by a line of its own. A UserError where it is not the last. */
  takeBack(judge: string, id: string): void;
}

export function judgingDesk(file: VotesFile): JudgingDesk {
  /** The pair of each judge. */
  const handed = new Map<string, HandedOut>();

  const castBy = (judge: string): CastVote[] => standing(file.read()).filter((vote) => vote.judge === judge);
  const written = (vote: CastVote): WrittenVote => ({
    ...{ pair: vote.id, left: vote.left, right: vote.right },
    better: verdictIn(vote),
    votes: castBy(vote.judge).length,
  });
  const isOver = ({ at }: HandedOut): boolean => Date.now() - at > EXPIRES;
  /** The judge's own pair while it is to be answered. */
  const openOf = (judge: string): HandedOut | undefined => {
    const own = handed.get(judge);
    const isAnswered = file.read().all.some(({ id }) => id === own?.id);
    return own === undefined || isOver(own) || isAnswered ? undefined : own;
  };
  const stamp = (judge: string) => ({ date: new Date().toISOString(), judge });

  return {
    next(subject, judge) {
      for (const [name, own] of handed) if (isOver(own)) handed.delete(name);
      const votes = file.read();
      const kept = standing(votes);
      const open = openOf(judge);
      const others = [...handed.keys()].flatMap((name) => (name === judge ? [] : (openOf(name) ?? [])));
      if (open === undefined && others.length >= MOST_JUDGES) {
        const what = `${MOST_JUDGES} judges have a pair already`;
        throw new UserError({ code: "too-many-judges", what, hint: "wait until one of them has voted" });
      }
      const chosen =
        open ??
        chosenPair(subject, {
          ...{ votes: decided(kept), underWay: others },
          seen: votes.all.filter((vote) => vote.judge === judge).map(placed),
          choices: votes.all.length + others.length,
        });
      const own = { votes: kept.filter((vote) => vote.judge === judge).length };
      if (chosen === undefined) return { next: null, ...own };
      const { left, right, place } = chosen;
      const id = open?.id ?? randomBytes(12).toString("base64url");
      if (open === undefined) handed.set(judge, { ...{ left, right, place, id, judge }, at: Date.now() });
      const [one, other] = [subject.text(left, place), subject.text(right, place)];
      const texts = one === null || other === null ? null : { left: one, right: other };
      return { next: { pair: id, ...place, ...subject.question, texts, ...own }, ...own };
    },
    pair(id) {
      const pair = [...handed.values()].find((own) => own.id === id);
      if (pair === undefined) throw noPair();
      return pair;
    },
    open(judge, id) {
      const own = openOf(judge);
      return own?.id === id ? own : undefined;
    },
    vote(subject, { judge, pair, better, answers, reason }, facts = {}) {
      const before = file.read().all.find(({ id }) => id === pair);
      if (before !== undefined) {
        if (before.judge !== judge) throw noPair();
        return written(before);
      }
      const open = openOf(judge);
      if (open?.id !== pair) throw noPair();
      const questions = subject.question.also;
      const stranger = Object.keys(answers).find((question) => !questions.includes(question));
      if (stranger !== undefined) {
        throw new UserError({
          code: "no-question",
          what: `nothing asks ${JSON.stringify(stranger)}`,
          path: ["answers"],
        });
      }
      const { left, right, place } = open;
      const [one, other] = [subject.text(left, place), subject.text(right, place)];
      const vote = shortEnough({
        ...{ id: pair, ...stamp(judge), left, right, winner: winnerOf(better, left, right) },
        ...{ run: subject.run, ...place, answers, reason },
        ...(one === null || other === null ? {} : { response_a: one, response_b: other }),
        ...{ ...facts, takes_back: null },
      });
      file.add(vote);
      return written(vote);
    },
    takeBack(judge, id) {
      const { takenBack } = file.read();
      if (takenBack.has(id)) return;
      if (castBy(judge).at(-1)?.id !== id) {
        const what = "this is not the judge's last vote";
        throw new UserError({ code: "not-last", what, hint: "only the last vote can be taken back" });
      }
      file.add({ id: randomBytes(12).toString("base64url"), ...stamp(judge), takes_back: id });
    },
  };
}

const noPair = (): UserError =>
  new UserError({
    code: "no-pair-left",
    what: "this pair is no longer yours: it was handed out more than 30 minutes ago, or before `agon view` was started",
    hint: "go on with the next pair",
  });
