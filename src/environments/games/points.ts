// Points of a game that is over: those who are best share one.

/** 1 shared among the seats of the highest mark, and 0 for others. */
export function sharedPoint(marks: ArrayLike<number>): number[] {
  const all = Array.from(marks);
  const best = Math.max(...all);
  const winners = all.filter((mark) => mark === best).length;
  return all.map((mark) => (mark === best ? 1 / winners : 0));
}
