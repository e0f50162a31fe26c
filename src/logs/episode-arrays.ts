// An episode that happened elsewhere, as arrays of numbers with names, in any files it lies.

/** Numbers of one name in an episode, row after row. */
export interface EpisodeArray {
  /** Numbers of a row. */
  readonly width: number;
  /** [rows × width] */
  readonly values: Float64Array;
}

/** Arrays by their names, `observations_velocity`; undefined where there are no numbers, or not as many in every row. */
export type EpisodeArrays = ReadonlyMap<string, EpisodeArray | undefined>;

/** Episodes, open for reading. */
export interface EpisodeSource {
  /** Reads episode k. An Error says what is wrong with it. */
  read(episode: number): Promise<EpisodeArrays>;
  close(): void;
}

/** Numbers that a row of one array may have; pictures have more. */
export const MOST_WIDE = 512;

/** The name of a part below another; parts of a tuple are numbered alike in all formats. */
export const nameBelow = (name: string, part: string): string =>
  name === "" ? part : `${name}_${part.replace(/^_index_(\d+)$/, "$1").replaceAll(/\W/g, "_")}`;
