// Settings of worlds whose episodes take long by default, where short ones show as much.

export const SHORT: Readonly<Record<string, object>> = {
  "games/chess": { plies: 60 },
  "coopetition/apache-project": { horizon: 30 },
  "retrieval/pipeline": { horizon: 60 },
  "retrieval/problems": { lessons: 20, queries: 3, programs: 3, news: 3, solvers: 2, further: 10 },
  "pictures/classes": { shots: 1, asked: 1 },
  "markets/journeys": { history: 30, judged: 60 },
  "tools/edit-and-compete": { horizon: 3, games: 4, trials: 2, trialGames: 2 },
  "bandits/leaderboard": { runs: 10 },
};
