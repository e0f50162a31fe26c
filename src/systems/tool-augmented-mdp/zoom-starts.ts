// Every way in which an episode of `tools/zoom` can begin, for those who enumerate episodes instead of playing them.

import { PLACES } from "../../environments/tools/zoom.ts";

/** A beginning: its probability, and the parts of the world's state that differ from one to another. */
export interface ZoomStart {
  readonly weight: number;
  readonly parts: {
    readonly picture: readonly number[];
    readonly shown: readonly number[];
    readonly question: readonly number[];
  };
}

/**
 * All pictures with digits below `values`, under each question of `questions` (by number, with even chances), and with each
 * digit misread to each other value with probability `failure`/(values − 1).
 */
export function zoomStarts(values: number, questions: readonly number[], failure = 0): ZoomStart[] {
  const triples = allTriples(values);
  const starts: ZoomStart[] = [];
  for (const question of questions) {
    for (const picture of triples) {
      for (const shown of failure > 0 ? triples : [picture]) {
        const misread = picture.filter((digit, place) => digit !== shown[place]).length;
        const chance = (1 - failure) ** (PLACES - misread) * (failure / (values - 1)) ** misread;
        if (chance === 0) continue;
        const weight = chance / (triples.length * questions.length);
        starts.push({ weight, parts: { picture, shown, question: [question] } });
      }
    }
  }
  return starts;
}

function allTriples(values: number): number[][] {
  return Array.from({ length: values ** PLACES }, (_, k) =>
    Array.from({ length: PLACES }, (_, place) => Math.floor(k / values ** place) % values),
  );
}
