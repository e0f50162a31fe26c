// What a learner with linear features is told of a finite process beforehand: its size, how long an episode is, and the
// features of its states and actions. Neither where actions lead nor what they pay.

/** States and actions with features. */
export interface FeatureSpace {
  readonly states: number;
  readonly actions: number;
  /** Steps of an episode. */
  readonly horizon: number;
  /** d, the number of features. */
  readonly dimension: number;
  /** φ(s, a), [states × actions] rows of [dimension]. */
  readonly features: Float64Array;
}

/** Features of which exactly one is 1: a table. */
export function tableSpace(states: number, actions: number, horizon: number): FeatureSpace {
  const dimension = states * actions;
  const features = new Float64Array(dimension * dimension);
  for (let k = 0; k < dimension; k++) features[k * dimension + k] = 1;
  return { states, actions, horizon, dimension, features };
}
