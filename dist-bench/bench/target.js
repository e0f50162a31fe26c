// A figure that is to be reached, and whether it was.
/** A target that is reached from `aim` on. */
export function atLeast(name, aim, measured, unit) {
    return { name, unit, sense: "at least", aim, measured, reached: measured >= aim };
}
/** A target that is reached below `aim`. */
export function under(name, aim, measured, unit) {
    return { name, unit, sense: "under", aim, measured, reached: measured < aim };
}
