// A model request with its response, as plain data for pages.

export interface Exchange {
  readonly key: string;
  /** Messages as sent; tool calls are written out behind the text of theirs. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Null without a reply; token counts are null where the server does not report them. */
  readonly reply: {
    readonly text: string;
    /** Reason why the reply is no answer; it completes "the answer is …". */
    readonly shortfall?: { readonly reason: string };
    readonly promptTokens: number | null;
    readonly completionTokens: number | null;
    readonly seconds?: number;
  } | null;
  /** Reason for a missing reply; empty where there is one. */
  readonly failure: string;
}
