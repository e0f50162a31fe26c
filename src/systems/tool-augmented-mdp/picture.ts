// The world of the exact parts: every way in which an episode of `tools/zoom` can begin; pictures of three bits behind tools with
// all their episodes; and policies that know a little of how it is played.

import { type EpisodeTree, episodeTree, type TreeOptions, treeTable } from "../../algorithms/tabular/episode-tree.ts";
import type { SoftmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Random } from "../../core/random.ts";
import { ANSWER, FORMAT, NOWHERE, PLACES, ZOOM, zoomWorld } from "../../environments/tools/zoom.ts";

/** Longest episode: the format, three calls, the answer. */
export const DECISIONS = 5;
const CALLS = 3;

/** Components of the reward, in the order of weights. */
const COMPONENTS = ["formatted", "executed", "correct"] as const;

/** A beginning: its probability, and the parts of the world's state that differ from one to another. */
interface ZoomStart {
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

/** Bits are summed up; in a share `failure` of pictures and places the tool shows the other bit. */
export interface Picture {
  readonly tree: EpisodeTree;
  /** Scores of COMPONENTS, [episodes] each. */
  readonly components: readonly Float64Array[];
  /**
   * A policy that writes the format's token with probability `format`, and elsewhere has `boost` added to the logit of what an
   * expert would do.
   */
  table(format: number, boost: number): SoftmaxTable;
}

/** Everything about pictures of bits. Calls are for the three places or for one that is not there; any other token is left out. */
export function binaryPicture(failure = 0, recall: TreeOptions["recall"] = "observation"): Picture {
  const world = zoomWorld.make({ values: 2, calls: CALLS });
  const expert = world.spec.oracles?.expert.play(0);
  const choices = world.spec.choices ?? 0;
  const answers = Array.from({ length: choices - ANSWER }, (_, k) => ANSWER + k);
  const calls = Array.from({ length: NOWHERE - ZOOM + 1 }, (_, k) => ZOOM + k);
  const action = new Float64Array(1);
  /** What the expert does in each context. */
  const known: number[] = [];
  const tree = episodeTree(world, zoomStarts(2, [0], failure), {
    channels: [...COMPONENTS, "calls"],
    recall,
    permitted(seen) {
      expert?.act(seen, action);
      known.push(action[0]);
      const [begun, called] = seen.subarray(5, 7);
      // At first the format's token, or any other: the first call stands for them.
      if (begun === 0) return [FORMAT, ZOOM];
      return called < CALLS ? [...calls, ...answers] : answers;
    },
  });
  return {
    tree,
    components: COMPONENTS.map((name) => tree.scores[name]),
    table(format, boost) {
      const table = treeTable(tree);
      for (const [context, choice] of known.entries()) {
        const at = context * choices + choice;
        if (tree.permitted[context].includes(ZOOM) && tree.permitted[context].includes(FORMAT)) {
          table.logits[at] = Math.log(format / (1 - format));
        } else if (tree.permitted[context].includes(choice)) table.logits[at] += boost;
      }
      table.refreshAll();
      return table;
    },
  };
}

/** A policy with normal logits. */
export function drawnTable({ table }: Picture, seed: number): SoftmaxTable {
  const drawn = table(0.5, 0);
  const random = Random.of(seed, "tool-augmented table");
  for (let at = 0; at < drawn.logits.length; at++) drawn.logits[at] += random.normal();
  drawn.refreshAll();
  return drawn;
}
