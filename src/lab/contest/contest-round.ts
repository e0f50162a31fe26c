// A round of edit and compete as a page shows it: both programs, what was changed in them, and how each game ended.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { readAddress } from "../report/address.ts";
import type { ContestRecord, ShownRound } from "./contest-record.ts";
import { keptContest } from "./kept-contests.ts";
import { programDiff } from "./program-diff.ts";

export interface RoundPlace {
  /** The name of the tournament's match. */
  readonly match: string;
  /** From 0, before any edit. */
  readonly round: number;
}

const query = z.object({ match: z.string(), round: z.coerce.number().int().min(0) });

/** Reads which round an address asks for; a UserError where it does not say. */
export const roundPlace = (search: URLSearchParams): RoundPlace => readAddress(query, search);

/** A round as it was kept. A UserError where the contest has no such round. */
export function roundOf({ told, tournaments = {} }: ContestRecord, { match, round }: RoundPlace) {
  const tournament = tournaments[match];
  const played = told.matches.find((one) => one.key === match);
  const own = told.tournaments?.find((one) => one.key === match)?.rounds;
  const kept = tournament?.rounds[round];
  const recordedRound = own?.[round];
  if (played === undefined || own === undefined || kept === undefined || recordedRound === undefined) {
    throw new UserError({ code: "no-round", what: `${told.title} has no round ${round} of such a tournament` });
  }
  return {
    ...{ played, tournament, points: kept.points, told: recordedRound, rounds: own.length },
    codes: codesAt(tournament.rounds, round),
    before: round === 0 ? undefined : codesAt(tournament.rounds, round - 1),
  };
}

/** Programs of a round, which stand where they were last changed. */
function codesAt(rounds: readonly { readonly codes: readonly [string | null, string | null] }[], round: number) {
  const at = (side: 0 | 1): string => {
    const code = rounds.slice(0, round + 1).findLast(({ codes }) => codes[side] !== null)?.codes[side];
    return code ?? "";
  };
  return [at(0), at(1)] as const;
}

export function contestRound(store: string, contest: string, place: RoundPlace): ShownRound {
  const { played, codes, before, told, points, rounds } = roundOf(keptContest(store, contest), place);
  return {
    ...{ round: place.round, rounds, told, points },
    programs: [played.first, played.second].map((player, side) => ({
      ...{ player, code: codes[side], counts: told.counts[side] },
      diff: before === undefined ? null : programDiff(before[side], codes[side]),
    })),
  };
}
