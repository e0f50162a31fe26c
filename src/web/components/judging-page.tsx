// Page for judging: pair after pair without names, a vote on each, and then the names and the result of all votes.

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { count } from "../../evaluation/number-format.ts";
import type { NextToJudge } from "../../lab/judging/judging-data.ts";
import { adjust } from "../chosen.ts";
import { posted } from "../fetched.ts";
import { judge, nameJudge, namesAtEnd, tellNamesAtEnd } from "../judge.ts";
import { CodeText } from "./code-text.tsx";
import { JudgedPair } from "./judged-pair.tsx";
import { VoteTable } from "./vote-table.tsx";

interface JudgingPageProps {
  /** The server's path for this judging. */
  readonly address: string;
}

export function JudgingPage({ address }: JudgingPageProps) {
  const name = judge.value;
  return (
    <main class="replay judging">
      <h1>Judge by hand</h1>
      {name === "" ? <NameForm /> : <Judging key={name} address={address} name={name} />}
    </main>
  );
}

function NameForm() {
  const [name, setName] = useState("");
  return (
    <form
      class="judge-name"
      onSubmit={(event) => {
        event.preventDefault();
        nameJudge(name.trim());
      }}
    >
      <p class="about">
        Two sides are shown without names, and you say which is better. Your name stands in each of your votes. A vote
        is written at once, so that this page can be closed at any time.
      </p>
      <label>
        Your name{" "}
        <input
          type="text"
          required
          pattern=".*\S.*"
          maxLength={60}
          autocomplete="nickname"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">Begin</button>
    </form>
  );
}

/** Result of the last request for a pair. */
type NextQuestion = { readonly reply: NextToJudge } | { readonly problem: string } | undefined;

function Judging({ address, name }: JudgingPageProps & { readonly name: string }) {
  const [outcome, setNext] = useState<NextQuestion>(undefined);
  /** Includes votes since the pair was requested. */
  const [cast, setCast] = useState<number>();
  const ask = async (): Promise<void> => {
    try {
      const reply = await posted<NextToJudge>(`${address}/pair`, { judge: name });
      // The replay of a new pair starts at the beginning.
      adjust({ step: "" }, true);
      setNext({ reply });
      setCast(undefined);
    } catch (error) {
      setNext({ problem: messageOf(error) });
    }
  };
  useEffect(() => void ask(), [address]);
  if (outcome === undefined) return <p class="empty">A pair is being chosen …</p>;
  if ("problem" in outcome) {
    return (
      <>
        <p class="empty" role="alert">
          <CodeText text={outcome.problem} />
        </p>
        <button type="button" onClick={() => void ask()}>
          Ask again
        </button>
      </>
    );
  }
  const { next } = outcome.reply;
  const votes = cast ?? outcome.reply.votes;
  return (
    <>
      <p class="about">
        You judge as {name}, with {count(votes, "vote")} so far.{" "}
        <button type="button" class="plain" onClick={() => nameJudge("")}>
          Change the name
        </button>{" "}
        <label class="at-end">
          <input
            type="checkbox"
            checked={namesAtEnd.value}
            onChange={(event) => tellNamesAtEnd(event.currentTarget.checked)}
          />
          Tell names and ratings only at the end
        </label>
      </p>
      {next === null ? (
        <>
          <p class="empty">You have seen every pair that there is.</p>
          <VoteTable address={address} stamp={String(votes)} />
        </>
      ) : (
        <JudgedPair
          key={next.pair}
          {...{ address, name, pair: next }}
          onVotes={(now) => setCast(now)}
          onNext={() => void ask()}
        />
      )}
    </>
  );
}
