// A request to a language model with what came of it, as plain data for pages.

/** A request that is on file. */
export interface Exchange {
  /** The name under which it is on file. */
  readonly key: string;
  /** As they were sent. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Null where there was none; tokens are null where the server does not count them. */
  readonly reply: {
    readonly text: string;
    /** Where it is no answer: why, behind "the answer is". */
    readonly shortfall?: { readonly reason: string };
    readonly promptTokens: number | null;
    readonly completionTokens: number | null;
  } | null;
  /** Why there was none, in words; empty where there was one. */
  readonly failure: string;
}
