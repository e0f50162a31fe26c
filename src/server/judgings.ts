// What can be judged in a view: every run of its store, and the file of answers that the view was opened with.

import { UserError } from "../core/errors.ts";
import { votesFile } from "../feedback/votes/votes-file.ts";
import { judgedRun, votesOf } from "../lab/judging/judged-run.ts";
import type { JudgingQuestion } from "../lab/judging/judging-data.ts";
import { type JudgingDesk, judgingDesk } from "../lab/judging/judging-desk.ts";
import type { JudgedSubject } from "../lab/judging/subject.ts";
import { shownVotes } from "../lab/judging/vote-board.ts";
import type { OpenJudging } from "./judging-routes.ts";
import type { IndexedRun } from "./run-index.ts";

/** Answers to be judged, and the file for votes on them. */
export interface OpenedAnswers {
  readonly subject: JudgedSubject;
  readonly votes: string;
}

/** The question for judges of a run, instead of the one in its experiment. */
export interface RunQuestion extends Partial<JudgingQuestion> {
  readonly run: string;
}

/** The subject of a vote: a file of answers, or one run. */
export type OpenVote = { readonly answers: OpenedAnswers } | { readonly asked: RunQuestion };

/** Voting desks of a view: one for each file of votes, kept while the view is open. */
export interface Judgings {
  run(run: IndexedRun): OpenJudging;
  /** Returns the judging of answers. Throws a UserError where the view was opened without answers. */
  texts(): OpenJudging;
}

export function judgings(store: string, vote: OpenVote | undefined): Judgings {
  const answers = vote !== undefined && "answers" in vote ? vote.answers : undefined;
  const override = vote !== undefined && "asked" in vote ? vote.asked : undefined;
  const desks = new Map<string, JudgingDesk>();
  const subjects = new Map<string, { readonly stamp: string; readonly subject: JudgedSubject }>();
  const opened = (subject: JudgedSubject, file: string): OpenJudging => {
    const desk = desks.get(file) ?? judgingDesk(votesFile(file, { store, shown: shownVotes(store, file) }));
    desks.set(file, desk);
    return { subject, desk, file };
  };
  return {
    run({ summary: { run }, results: stamp }) {
      const before = subjects.get(run);
      const subject = before?.stamp === stamp ? before.subject : judgedRun(store, run, ownQuestion(run, override));
      subjects.set(run, { stamp, subject });
      return opened(subject, votesOf(store, run));
    },
    texts() {
      if (answers !== undefined) return opened(answers.subject, answers.votes);
      throw new UserError({ code: "unknown-name", what: "this view has no texts", hint: "agon vote FILE opens some" });
    },
  };
}

function ownQuestion(run: string, override: RunQuestion | undefined): Partial<JudgingQuestion> {
  if (override?.run !== run) return {};
  const { run: _, ...question } = override;
  return question;
}
