// The live view: a cluster, studies, games of people, all runs of the store, variants side by side, or one run as its report, its answers, its episodes, a
// replay, the texts of its learners, its pairs to be judged, or its experiment.

import { useEffect } from "preact/hooks";
import { chosen } from "../chosen.ts";
import { CLUSTER, hasCluster, isClusterShown } from "../cluster-state.ts";
import { isEmbedded } from "../embedded.ts";
import { isPlayShown, PLAY } from "../play-choice.ts";
import { areStudiesShown, chosenStudy, STUDIES } from "../study-choice.ts";
import { chosenRun, chosenView, connected, isReadOnly, noRun, runs, trouble } from "../view-state.ts";
import { AnswersPage } from "./answers-page.tsx";
import { ChoiceLink } from "./choice-link.tsx";
import { ClusterPage } from "./cluster-page.tsx";
import { CodeText } from "./code-text.tsx";
import { ContestPage } from "./contest-page.tsx";
import { ContestRoundPage } from "./contest-round-page.tsx";
import { ContestsList } from "./contests-list.tsx";
import { EpisodeGridPage } from "./episode-grid.tsx";
import { ExperimentPage } from "./experiment-page.tsx";
import { GamePage } from "./game-page.tsx";
import { JudgingPage } from "./judging-page.tsx";
import { LiveRun } from "./live-run.tsx";
import { MachineLoad } from "./machine-load.tsx";
import { PlayPages } from "./play-pages.tsx";
import { ReplayPage } from "./replay-page.tsx";
import { ReportPage } from "./report-page.tsx";
import { RunTools } from "./run-tools.tsx";
import { RunsList } from "./runs-list.tsx";
import { SidesPage } from "./sides-page.tsx";
import { StudiesList } from "./studies-list.tsx";
import { StudyPage } from "./study-page.tsx";
import { TextsPage } from "./texts-page.tsx";
import { WeighingsList } from "./weighings-list.tsx";

const TITLES = {
  ...{ report: "Report", answers: "Answers", episodes: "Episodes", replay: "Replay" },
  ...{ texts: "Texts", file: "Experiment", judge: "Judge" },
} as const;

export function ViewPage() {
  const name = chosenRun.value;
  const run = runs.value?.find((one) => one.run === name);
  const view = chosenView.value;
  const sides = chosen.value.getAll("side");
  const title = run?.title ?? name;
  const isCompared = sides.length > 0;
  const contest = chosen.value.get("contest");
  const match = chosen.value.get("match");
  const round = chosen.value.get("round");
  const isGame = match !== null && (round === null || chosen.value.has("game"));
  const shown = match === null ? "Contest" : isGame ? "Game" : "Round";
  const isNone = name !== null && runs.value !== undefined && run === undefined;
  const study = chosenStudy.value;
  const areStudies = areStudiesShown.value;
  const isPlay = isPlayShown.value;
  const isOther = isClusterShown.value || study !== null || areStudies || isPlay;
  const isList = name === null && contest === null && !isCompared && !isOther;
  useEffect(() => {
    if (contest !== null) document.title = `${shown} · Agon`;
    else if (study !== null || isPlay) return;
    else if (areStudies) document.title = "Studies · Agon";
    else if (isClusterShown.value) document.title = "Cluster · Agon";
    else if (title === null) document.title = `${isCompared ? "Side by side" : "Runs"} · Agon`;
    else if (view !== "report") document.title = `${TITLES[view]}: ${title} · Agon`;
  }, [title, view, isCompared, contest, shown, isClusterShown.value, study, areStudies, isPlay]);
  return (
    <>
      <header class="view-bar">
        {hasCluster && (
          <ChoiceLink to={CLUSTER} current={isClusterShown.value}>
            Cluster
          </ChoiceLink>
        )}
        <ChoiceLink to={{}} current={isList}>
          All runs
        </ChoiceLink>
        {!isEmbedded && (
          <ChoiceLink to={STUDIES} current={areStudies || study !== null}>
            Studies
          </ChoiceLink>
        )}
        {!isEmbedded && (
          <ChoiceLink to={name === null ? PLAY : { ...PLAY, of: name }} current={isPlay}>
            Play
          </ChoiceLink>
        )}
        {name !== null && <span class="here">{run?.title ?? name}</span>}
        {name !== null && !isNone && (
          <nav class="views" aria-label="Views of the run">
            <ChoiceLink to={{ run: name }} current={view === "report"}>
              Report
            </ChoiceLink>
            {run?.isText === true && (
              <ChoiceLink to={{ run: name, show: "answers" }} current={view === "answers"}>
                Answers
              </ChoiceLink>
            )}
            <ChoiceLink to={{ run: name, show: "episodes" }} current={view === "episodes"}>
              Episodes
            </ChoiceLink>
            {run?.hasTexts === true && (
              <ChoiceLink to={{ run: name, show: "texts" }} current={view === "texts"}>
                Texts
              </ChoiceLink>
            )}
            {!isReadOnly && run !== undefined && run.variants.length > 1 && (
              <ChoiceLink to={{ run: name, show: "judge" }} current={view === "judge"}>
                Judge
              </ChoiceLink>
            )}
            {!isEmbedded && (
              <ChoiceLink to={{ run: name, show: "file" }} current={view === "file"}>
                File
              </ChoiceLink>
            )}
          </nav>
        )}
        <span class="state" role="status">
          {connected.value || trouble.value !== ""
            ? ""
            : runs.value === undefined
              ? "connecting …"
              : "not connected: figures stand still"}
        </span>
        {!isEmbedded && <a href="/manual/">Manual</a>}
      </header>
      {trouble.value !== "" && (
        <main>
          <p class="empty">
            <CodeText text={trouble.value} />
          </p>
        </main>
      )}
      {contest !== null && match === null && <ContestPage key={contest} name={contest} />}
      {contest !== null && match !== null && round !== null && !isGame && (
        <ContestRoundPage contest={contest} match={match} round={Number(round)} />
      )}
      {contest !== null && match !== null && isGame && (
        <GamePage
          key={gameNamed()}
          contest={contest}
          match={match}
          {...(round !== null && { round })}
          game={Number(chosen.value.get("game") ?? 0)}
        />
      )}
      {isList && trouble.value === "" && <RunsList />}
      {isList && trouble.value === "" && !isEmbedded && <ContestsList />}
      {isList && trouble.value === "" && !isEmbedded && <WeighingsList />}
      {isClusterShown.value && <ClusterPage />}
      {areStudies && <StudiesList />}
      <PlayPages />
      {study !== null && <StudyPage key={study} id={study} />}
      {name === null && contest === null && trouble.value === "" && isCompared && <SidesPage sides={sides} />}
      {name !== null && isNone && (
        <main>
          <p class="empty">
            <CodeText text={noRun(name)} />
          </p>
        </main>
      )}
      {name !== null && !isNone && <LiveRun run={run} />}
      {run !== undefined && view === "report" && <RunTools run={run} />}
      {run !== undefined && view === "report" && run.live.length > 0 && <MachineLoad run={run} />}
      {name !== null && !isNone && view === "report" && <ReportPage />}
      {run !== undefined && view === "report" && run.live.length === 0 && <MachineLoad run={run} />}
      {run !== undefined && view === "answers" && <AnswersPage run={run} />}
      {run !== undefined && view === "episodes" && <EpisodeGridPage run={run} />}
      {run !== undefined && view === "texts" && <TextsPage run={run} />}
      {run !== undefined && view === "replay" && <ReplayPage key={replayed()} run={run} />}
      {run !== undefined && view === "judge" && (
        <JudgingPage key={name} address={`./api/runs/${encodeURIComponent(run.run)}/judging`} />
      )}
      {run !== undefined && view === "file" && <ExperimentPage key={name} run={run} />}
    </>
  );
}

/** Key of the replayed game: another game has a clock of its own. */
const gameNamed = (): string => ["contest", "match", "round", "game"].map((name) => chosen.value.get(name)).join();

/** Key of the replayed episode: another episode has a clock of its own. */
const replayed = (): string => ["run", "seed", "episode"].map((name) => chosen.value.get(name)).join();
