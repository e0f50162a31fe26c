// What learners are timed on, and what a process that learns says of it.

/** A task with hyper-parameters, the same for both sides. */
export interface LearnerTask {
  readonly name: string;
  /** Agon's world, and Gymnasium's. */
  readonly world: string;
  readonly reference: string;
  /** Numbers of an observation, and choices of an action. */
  readonly inputs: number;
  readonly choices: number;
  /** Mean pay of the last 100 episodes at which it counts as solved. */
  readonly goal: number;
  /** Steps after which it is given up. */
  readonly limit: number;
  readonly copies: number;
  readonly rollout: number;
  readonly minibatches: number;
  readonly epochs: number;
  readonly rate: number;
  readonly discount: number;
  readonly lambda: number;
  readonly entropy: number;
  /** Where the parameters come from. */
  readonly source: string;
}

/** One training. */
export interface LearnerOutcome {
  /** Of the training alone. */
  readonly seconds: number;
  readonly steps: number;
  readonly solved: boolean;
  /** Seconds of processor time of the whole process. */
  readonly cpu: number;
}

/** The peer's own defaults for cart-pole, and what its authors' collection of tuned parameters has for Lunar Lander. */
export const TASKS: readonly LearnerTask[] = [
  {
    name: "cart-pole",
    world: "control/cart-pole",
    reference: "CartPole-v1",
    inputs: 4,
    choices: 2,
    goal: 475,
    limit: 400_000,
    copies: 1,
    rollout: 2048,
    minibatches: 32,
    epochs: 10,
    rate: 3e-4,
    discount: 0.99,
    lambda: 0.95,
    entropy: 0,
    source: "defaults of Stable-Baselines3",
  },
  {
    name: "Lunar Lander",
    world: "control/lunar-lander",
    reference: "LunarLander-v3",
    inputs: 8,
    choices: 4,
    goal: 200,
    limit: 1_500_000,
    copies: 16,
    rollout: 1024,
    minibatches: 256,
    epochs: 4,
    rate: 3e-4,
    discount: 0.999,
    lambda: 0.98,
    entropy: 0.01,
    source: "RL Zoo",
  },
];
