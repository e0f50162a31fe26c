// Lists of items that a user was shown, as a world tells them: the rows that a log of clicks has of one page.

/** A candidate of a list. */
export interface ShownItem {
  /** Name. Candidates of other lists with this name count as the same item. */
  readonly item: string;
  /** Place on the page, from 1; null where the candidate was not shown. */
  readonly position: number | null;
  /** Whether it was clicked; never where it was not shown. */
  readonly isClicked: boolean;
  /** Further columns of the log, the same for all items of a world. `score` is one by which a ranking could sort. */
  readonly facts: Readonly<Record<string, number | string>>;
}
