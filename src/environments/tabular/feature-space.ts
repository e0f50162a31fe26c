// Prior information of a learner with linear features about a finite process: its size, the horizon, and the features of states and
// actions, without transitions and rewards.

/** States and actions with features. */
export interface FeatureSpace {
  readonly states: number;
  readonly actions: number;
  /** Steps per episode. */
  readonly horizon: number;
  /** d, the number of features. */
  readonly dimension: number;
  /** φ(s, a), [states × actions] rows of [dimension]. */
  readonly features: Float64Array;
}

/** One-hot features, which represent a table. */
export function tableSpace(states: number, actions: number, horizon: number): FeatureSpace {
  const dimension = states * actions;
  const features = new Float64Array(dimension * dimension);
  for (let k = 0; k < dimension; k++) features[k * dimension + k] = 1;
  return { states, actions, horizon, dimension, features };
}
