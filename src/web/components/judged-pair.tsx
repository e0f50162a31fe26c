// A pair to be judged: the question, two sides without names, and the ballot; after the vote also the names, and the result of all votes.

import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import type { HandedPair, WrittenVote } from "../../lab/judging/judging-data.ts";
import { posted } from "../fetched.ts";
import { namesAtEnd } from "../judge.ts";
import { type Answered, BallotForm } from "./ballot-form.tsx";
import { CodeText } from "./code-text.tsx";
import { headOf, JudgedEpisodes } from "./judged-episodes.tsx";
import { useVoteKeys } from "./vote-keys.ts";
import { VoteTable } from "./vote-table.tsx";

interface JudgedPairProps {
  readonly address: string;
  /** Name of the judge. */
  readonly name: string;
  readonly pair: HandedPair;
  /** Called with the judge's number of votes. */
  readonly onVotes: (votes: number) => void;
  readonly onNext: () => void;
}

/** A vote that was cast, and whether it was revoked since. */
interface Cast {
  readonly vote: WrittenVote;
  readonly isTakenBack: boolean;
}

export function JudgedPair({ address, name, pair, onVotes, onNext }: JudgedPairProps) {
  const [cast, setCast] = useState<Cast>();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(pair.texts !== null);
  // The vote that reveals the names, as soon as it may.
  const castVote = namesAtEnd.value ? undefined : cast?.vote;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const order = { judge: name, pair: pair.pair };
  /** Runs one request at a time, and shows its error. */
  const act = async (deed: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await deed();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const vote = ({ better, answers, reason }: Answered) =>
    act(async () => {
      const written = await posted<WrittenVote>(`${address}/vote`, { ...order, better, answers, reason });
      setCast({ vote: written, isTakenBack: false });
      onVotes(written.votes);
    });
  const takeBack = (written: WrittenVote) =>
    act(async () => {
      await posted(`${address}/take-back`, order);
      setCast({ vote: written, isTakenBack: true });
      onVotes(written.votes - 1);
    });
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {pair.question}
      </h2>
      <p class="about">{pair.prompt ?? `Seed ${pair.seed}, episode ${pair.episode}: the same for both.`}</p>
      {pair.texts === null ? (
        <JudgedEpisodes address={address} pair={pair} vote={castVote} onShown={() => setShown(true)} />
      ) : (
        <JudgedTexts texts={pair.texts} vote={castVote} />
      )}
      {problem !== "" && (
        <p class="failure" role="alert">
          <CodeText text={problem} />{" "}
          <button type="button" onClick={onNext}>
            Next pair
          </button>
        </p>
      )}
      {cast === undefined ? (
        <BallotForm also={pair.also} isShown={isShown} isBusy={isBusy} onVote={vote} />
      ) : (
        <Revealed {...{ address, cast, onNext }} onTakeBack={() => void takeBack(cast.vote)} />
      )}
    </>
  );
}

interface JudgedTextsProps {
  readonly texts: { readonly left: string; readonly right: string };
  readonly vote: WrittenVote | undefined;
}

function JudgedTexts({ texts, vote }: JudgedTextsProps) {
  return (
    <div class="sides" style={{ "--sides": "2" }}>
      {(["left", "right"] as const).map((side) => (
        <section key={side} class="side" aria-label={side}>
          <h3>{headOf(side, vote)}</h3>
          <p class="judged-text">{texts[side]}</p>
        </section>
      ))}
    </div>
  );
}

interface RevealedProps {
  readonly address: string;
  readonly cast: Cast;
  readonly onNext: () => void;
  readonly onTakeBack: () => void;
}

function Revealed({ address, cast: { vote, isTakenBack }, onNext, onTakeBack }: RevealedProps) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus({ preventScroll: true }), [isTakenBack]);
  useVoteKeys(isTakenBack ? { n: onNext } : { n: onNext, u: onTakeBack });
  const isHidden = namesAtEnd.value;
  const { left, right } = vote;
  return (
    <section class="revealed" aria-labelledby="revealed-title">
      <h2 id="revealed-title">{isHidden ? "Your vote is written" : `Left was ${left}, right was ${right}`}</h2>
      <p class="about" role="status">
        {isTakenBack ? takenBack(isHidden) : voteInWords(vote, isHidden)}
      </p>
      <p class="answers">
        <button ref={next} type="button" aria-keyshortcuts="N" onClick={onNext}>
          Next pair <kbd>N</kbd>
        </button>
        {!isTakenBack && (
          <button type="button" aria-keyshortcuts="U" onClick={onTakeBack}>
            Take this vote back <kbd>U</kbd>
          </button>
        )}
      </p>
      {!isHidden && <VoteTable address={address} stamp={`${vote.pair} ${isTakenBack}`} />}
    </section>
  );
}

const takenBack = (isHidden: boolean): string =>
  `Your vote is taken back. ${isHidden ? "T" : "You know the names now, so that t"}hese two sides do not come again for you.`;

function voteInWords({ better, left, right }: WrittenVote, isHidden: boolean): string {
  switch (better) {
    case "left":
    case "right":
      return `You found ${isHidden ? `the ${better} side` : { left, right }[better]} better.`;
    case "same":
      return "You found them about the same.";
    case "unclear":
      return "You could not tell, and so this vote counts for neither.";
    default:
      return better satisfies never;
  }
}
