// What is timed of societies: whole episodes of markets and of a road with scripted agents, and how the thread that plays them is asked.

/** Tasks, and what is counted of each. */
export const SOCIETY_TASKS = {
  "an assistant, 100 customers, 300 businesses": "seconds a seed",
  "a market that talks, 100 customers, 300 businesses": "seconds a seed",
  "a highway, 20 cars": "car-steps a second",
  "a highway, 200 cars": "car-steps a second",
} as const;
export type SocietyTask = keyof typeof SOCIETY_TASKS;

/** Plays so many episodes, of the seeds from `from` on. */
export interface SocietyOrder {
  readonly task: SocietyTask;
  readonly episodes: number;
  readonly from: number;
}

export interface SocietyAnswer {
  /** Processor time of the process, whose other threads wait. */
  readonly seconds: number;
  /** Steps of all episodes, each counted once for every car. */
  readonly carSteps: number;
}
