// How long an attack is: bounded in the suite, longer with `npm run attack`.

/** So many in the suite, and in the long form. */
export const attacks = (short: number, long: number): number => (process.env.AGON_ATTACK === "long" ? long : short);
