// Error for a server that does not respond at the moment, for example while it restarts. Work is retried until it responds.

/** States which server does not respond, and why. */
export class Away extends Error {}
