// The error of a server that does not answer for now, as while it restarts. Work outlasts it.

/** Says which server does not answer, and why. */
export class Away extends Error {}
