// Message forms of OpenEnv that its servers and its clients share: a session is a socket with one JSON object in each text frame.

/** Error codes of OpenEnv. After one of the last three the session is over. */
export type WireErrorCode =
  | "INVALID_JSON"
  | "UNKNOWN_TYPE"
  | "VALIDATION_ERROR"
  | "EXECUTION_ERROR"
  | "CAPACITY_REACHED"
  | "FACTORY_ERROR"
  | "SESSION_ERROR";

/** Result of a reset or a step. */
export interface WireObservation {
  readonly observation: Readonly<Record<string, unknown>>;
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}
