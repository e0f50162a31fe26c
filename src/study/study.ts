// What a study is: a published system, reproduced by an experiment with claims.

/** What is said of a published system. */
export interface StudyAbout {
  /** The name of the system's folder, of the preset or world that it brings, and of its page. */
  readonly id: string;
  readonly title: string;
  /** Where it was published. */
  readonly source: string;
  /** The claim, in one sentence. */
  readonly claim: string;
  /** The published figures that belong to it. */
  readonly claimed: string;
  /** Seeds that nothing was chosen on. */
  readonly seeds: SeedPlan;
  /** Equations and closed forms that tests of Agon hold: by the file of the repository, and how many stand there. */
  readonly equations?: readonly { readonly file: string; readonly tests: number; readonly about: string }[];
  /** Facts of the abstract that tests show or contradict exactly: headline claims without an interval. */
  readonly facts?: readonly ExactFact[];
  /** Headline claims of the paper that no claim of this study tests, and why. */
  readonly untested?: readonly string[];
  /** Commands and guides by which its method is used, each a line with them in backquotes. */
  readonly use?: readonly string[];
  /** What the paper has and this study has not. */
  readonly notDone?: readonly string[];
  /** Seeds, settings and thresholds that were looked at before the published run. */
  readonly seenBefore?: readonly string[];
  /** What was changed since it was first measured, and why. */
  readonly changed?: readonly string[];
}

/** A fact that a paper's abstract states, with the test that decides it: of many instances of a theorem, or of the figure itself. */
export interface ExactFact {
  readonly fact: string;
  /** The test's file, from the root of the repository. */
  readonly file: string;
  /** The test's name there. */
  readonly test: string;
  /** What the test does, and in how many instances. */
  readonly about: string;
  /** Whether the test shows it to be otherwise. */
  readonly contradicted?: true;
}

/** A published system with its experiment. */
export interface Study extends StudyAbout {
  /** Path of its experiment. */
  readonly experiment: string;
}

/** The first of the seeds, and how many there are in the short and in the long form. */
export interface SeedPlan {
  readonly first: number;
  readonly short: number;
  readonly full: number;
}

/** The seeds of a form, or `count` of them, from the first of the plan or from `first`. */
export function seedsOf({ seeds }: Pick<StudyAbout, "seeds">, full: boolean, count?: number, first?: number): number[] {
  const from = first ?? seeds.first;
  return Array.from({ length: count ?? (full ? seeds.full : seeds.short) }, (_, k) => from + k);
}
