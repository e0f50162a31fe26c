// Routes of `agon view`: its page, the manual, the runs of one store with their reports, episodes and replays, variants side by side,
// contests with their games and editing phases, weighings, studies, and pairs that a person judges.

import { join } from "node:path";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { UserError, unknownName } from "../core/errors.ts";
import { refusedBySystem } from "../core/files.ts";
import { entryAt, readKept } from "../core/kept-files.ts";
import { contestRound, roundPlace } from "../lab/contest/contest-round.ts";
import { gamePlace } from "../lab/contest/game-replay.ts";
import { keptContest, listedContests } from "../lab/contest/kept-contests.ts";
import { userFault } from "../lab/experiment/user-fault.ts";
import { textsPlace } from "../lab/report/written-texts.ts";
import { answerQuery } from "../lab/view/answer-query.ts";
import { EMBEDDED_RUN } from "../lab/view/embedded-data.ts";
import type { EpisodeGrid } from "../lab/view/episode-grid.ts";
import { replayPlace } from "../lab/view/episode-replay.ts";
import { gridQuery } from "../lab/view/grid-query.ts";
import { runNamed as runOfSide } from "../lab/view/side-comparison.ts";
import { keptWeighing, listedWeighings } from "../lab/weigh/kept-weighings.ts";
import type { Refusal } from "./access.ts";
import type { ClusterFeed } from "./cluster-feed.ts";
import { type ExperimentSources, experimentRoutes } from "./experiment-routes.ts";
import { gameRoutes } from "./games/game-routes.ts";
import type { PlayedGames } from "./games/games.ts";
import { judgingRoutes } from "./judging-routes.ts";
import type { Judgings } from "./judgings.ts";
import type { Kept } from "./kept.ts";
import type { Admitted } from "./listening.ts";
import { runRow } from "./live-feed.ts";
import { manual } from "./manual.ts";
import { policyOf } from "./policy.ts";
import { lacking } from "./rights.ts";
import type { IndexedRun, RunIndex } from "./run-index.ts";
import type { RunTexts } from "./run-texts.ts";
import { studyRoutes } from "./study-routes.ts";
import type { ViewPage } from "./view-page.ts";

/** What the application uses. */
export interface ViewSources {
  readonly store: string;
  readonly index: RunIndex;
  /** Cache of reports as JSON, by run. */
  readonly reports: Kept<string>;
  readonly grids: Kept<EpisodeGrid>;
  readonly texts: RunTexts;
  readonly page: ViewPage;
  readonly judged: Judgings;
  /** Games of people at pages. */
  readonly games: PlayedGames;
  /** Operations of pages on experiments. */
  readonly experiments: Omit<ExperimentSources, "store" | "runNamed">;
  /** Undefined where no cluster is viewed. */
  readonly cluster: ClusterFeed | undefined;
  /** Path below which judges vote; undefined where the view is not for votes alone. */
  readonly ballot: string | undefined;
}

export function viewApp(sources: ViewSources): Hono<ViewBindings> {
  const { store, index, reports, grids, texts, page, judged, games, experiments, cluster, ballot } = sources;
  const app = new Hono<ViewBindings>();
  /** Only the whole name is accepted; a path or a beginning names no run. */
  const runNamed = (name: string): IndexedRun => {
    const runs = index.look();
    const run = runs.find(({ summary }) => summary.run === name);
    if (run !== undefined) return run;
    const names = runs.map(({ summary }) => summary.run);
    throw new UserError(unknownName("run of this store", name, names));
  };

  app.use((context, next) => {
    const refused = lacking(context.env.role, context.req, ballot);
    return refused === undefined ? next() : Promise.resolve(refusedAnswer(refused));
  });
  app.onError((error, context) => {
    if (error instanceof UserError)
      return context.json({ problems: error.problems }, STATUSES[error.problems[0].code] ?? 422);
    const refused = refusedBySystem(error) ?? userFault(error);
    if (refused !== undefined) return context.json({ problems: [refused] }, 422);
    console.error(error);
    return problem(context, "bug", "Agon itself failed; its terminal says where", 500);
  });
  app.notFound((context) => {
    const { path } = context.req;
    const isRead = context.req.header("Accept")?.includes("text/html") === true;
    return isRead
      ? context.html(
          html`<!doctype html><title>No page</title><p>There is no ${path}. <a href="/">The view</a> begins at /.</p>`,
          404,
        )
      : problem(context, "no-page", `there is no ${path}`, 404);
  });

  app.get("/", (context) => {
    context.header("Content-Security-Policy", page.policy);
    const isReadOnly = context.env.role === "read";
    return context.html(page.html({ isReadOnly, hasCluster: cluster !== undefined, ballot }));
  });
  app.route("/", manual());
  app.get("/editor.js", (context) => {
    const type = { "Content-Type": "text/javascript; charset=utf-8" };
    return context.body(page.editor, 200, type);
  });
  app.get("/api/runs", (context) => context.json(index.look().map(runRow)));
  app.get("/api/runs/:run/report", async (context) => {
    const name = context.req.param("run");
    return json(context, await reports.of(name, runNamed(name).results));
  });
  app.get(`/api/runs/:run/${EMBEDDED_RUN.table}`, (context) => {
    const file = join(store, runNamed(context.req.param("run")).summary.run, EMBEDDED_RUN.table);
    if (entryAt(file) === undefined)
      return problem(context, "no-table", "the report of this run has not written it yet", 404);
    const type = { "Content-Type": "application/vnd.apache.parquet" };
    return context.body(new Uint8Array(readKept(store, file)), 200, type);
  });
  app.get("/api/runs/:run/episodes", async (context) => {
    const name = context.req.param("run");
    const query = gridQuery(new URL(context.req.url).searchParams);
    const grid = await grids.of(name, runNamed(name).results);
    return context.json(await grid.page(query));
  });
  app.get("/api/runs/:run/picked", async (context) => {
    const name = context.req.param("run");
    const grid = await grids.of(name, runNamed(name).results);
    return context.json(await grid.picked());
  });
  app.get("/api/runs/:run/replay", async (context) => {
    const { summary } = runNamed(context.req.param("run"));
    const place = replayPlace(new URL(context.req.url).searchParams);
    return json(context, await texts.replay({ store, run: summary.run, ...place }));
  });
  app.get("/api/runs/:run/texts", async (context) => {
    const { summary } = runNamed(context.req.param("run"));
    const place = textsPlace(new URL(context.req.url).searchParams);
    return json(context, await texts.written({ store, run: summary.run, place }));
  });
  app.get("/api/weighings", (context) => context.json(listedWeighings(store)));
  app.get("/weighings/:name", (context) => {
    const page = keptWeighing(store, context.req.param("name"));
    context.header("Content-Security-Policy", policyOf(page, "one file"));
    return context.html(page);
  });
  app.get("/api/contests", (context) => context.json(listedContests(store)));
  app.get("/api/contests/:contest", (context) => context.json(keptContest(store, context.req.param("contest")).told));
  app.get("/api/contests/:contest/game", async (context) => {
    const place = gamePlace(context.req.param("contest"), new URL(context.req.url).searchParams);
    return json(context, await texts.game({ store, place }));
  });
  app.get("/api/contests/:contest/round", (context) => {
    const place = roundPlace(new URL(context.req.url).searchParams);
    return context.json(contestRound(store, context.req.param("contest"), place));
  });
  app.get("/api/cluster", async (context) => {
    const what = "no cluster is viewed: begin with `agon view --on postgres://…`";
    return cluster === undefined ? problem(context, "no-cluster", what, 404) : context.json(await cluster.standing());
  });
  app.get("/api/sides", async (context) => {
    const sides = context.req.queries("side") ?? [];
    return json(context, await texts.sides({ store, sides }));
  });
  app.get("/api/answers", async (context) => {
    const sides = context.req.queries("side") ?? [];
    const query = answerQuery(new URL(context.req.url).searchParams);
    const stamp = sides.map((side) => runNamed(runOfSide(side)).results).join();
    return json(context, await texts.answers({ store, sides, stamp, query }));
  });
  app.route("/api/studies", studyRoutes(store));
  app.route("/api/games", gameRoutes({ store, games, texts, runNamed }));
  const judging = { store, texts };
  const ofRun = async (context: Context) => judged.run(runNamed(context.req.param("run") ?? ""));
  app.route("/api/runs/:run/judging", judgingRoutes({ ...judging, judged: ofRun }));
  app.route("/api/texts/judging", judgingRoutes({ ...judging, judged: async () => judged.texts() }));
  app.route("/api", experimentRoutes({ store, runNamed, ...experiments }));
  return app;
}

interface ViewBindings {
  Bindings: Admitted;
}

/** Returns the response to a refused request. */
export const refusedAnswer = ({ status, ...problem }: Refusal): Response =>
  Response.json({ problems: [problem] }, { status });

/** HTTP status of problems that are not faults of the request. */
const STATUSES: Readonly<Record<string, 404 | 409 | 429 | 503>> = {
  "unknown-name": 404,
  "at-work": 409,
  "file-exists": 409,
  "no-pair-left": 409,
  "unknown-game": 404,
  "no-turn": 409,
  "not-last": 409,
  "too-many-runs": 429,
  "too-many-checks": 429,
  "too-many-judges": 429,
  "too-many-games": 429,
  "no-database": 503,
};

const json = (context: Context, text: string): Response =>
  context.body(text, 200, { "Content-Type": "application/json" });

const problem = (context: Context, code: string, what: string, status: 404 | 500): Response =>
  context.json({ problems: [{ code, what }] }, status);
