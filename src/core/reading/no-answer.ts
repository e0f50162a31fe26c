// Text that is no answer of the reply: a statement that the question cannot be answered, and questions that a model adds behind its answer.

/** Phrases by which a reply says that it gives no answer. */
const UNANSWERED = [
  /\b(?:i|we|one|you) (?:cannot|can not|can['’]?t|could not|couldn['’]?t|am (?:unable|not able) to|are (?:unable|not able) to) (?:determin|answer|know|solv|calculat|comput|deduc|infer|tell|help|assist|choose|decide|pick)/giu,
  /\b(?:cannot|can not|can['’]?t|could not|couldn['’]?t) be (?:determin|answer|known|solv|calculat|comput|deduc|infer)/giu,
  /\b(?:impossible|not possible|no way|unable) to (?:determin|answer|know|solv|calculat|comput|deduc|infer|tell)/giu,
  /\b(?:not enough|insufficient|too little|lack of|need more) (?:information|data|context|details)\b/giu,
  /\b(?:i|we) (?:(?:do not|don['’]?t) (?:know(?: the answer| for sure)?(?=[.!;,:]|$)|have (?:enough|sufficient)|have the (?:answer|information|data))|have no (?:idea|answer|way))/giu,
  /\b(?:question|problem|prompt|puzzle) (?:lacks|is missing|misses|(?:does not|doesn['’]?t) (?:give|provide|contain|include|specify|state))\b/giu,
  /\b(?:(?:could|can|would) you (?:please )?|please )(?:clarify|specify|rephrase)\b/giu,
  /\b(?:there is|there['’]s|has) no (?:correct )?(?:answer|solution)\b/giu,
  /\b(?:i|we)(?:['’]ve| have)? (?:run|ran|used) (?:out of|up|all)\b[^.!?\n]{0,20}\b(?:tokens?|context|time|budget|credits|quota)\b/giu,
  /\b(?:reached|exceeded|hit) (?:your|the|my|our)(?: \p{L}+){0,2} (?:limit|quota)\b/giu,
  /\b(?:try|ask) again (?:in|later|after)\b/giu,
  /\b(?:my|the) (?:knowledge|training)(?: data)? (?:ends|stops|cut-?off|only goes|goes)\b/giu,
  /^\W*(?:http )?(?:error|status) \d{3}(?!\d)/giu,
  /^\W*(?:\p{L}{0,20}error|exception): \p{L}/giu,
  /\bi can only (?:answer|help|process|respond|assist)\b/giu,
  /(?:^\W{0,6}|\b(?:is|are) )(?:undefined|indeterminate|not defined)(?=\W{0,6}$| ?[.,;:(]| (?:because|since|as|due)\b)/giu,
];

/** Words after such a phrase with which the reply goes on to an answer. */
const GOES_ON = /\b(?:but|however|though|so|thus|therefore|hence|instead|let|using|then)\b/i;

/** Returns the position behind a text's last phrase that says that there is no answer, where no answer is worked out after it; −1 where there is none. */
export function unansweredEnd(text: string): number {
  const ends = UNANSWERED.flatMap((phrase) =>
    [...text.matchAll(phrase)].map(({ 0: said, index }) => index + said.length),
  );
  const end = Math.max(-1, ...ends);
  return end < 0 || GOES_ON.test(text.slice(end)) ? -1 : end;
}

/** A statement that holds nothing: `"answer": null`, "Answer: unknown". */
export const NOTHING =
  /^["'({[]{0,3}(?:null|none|nil|n\/a|undefined|unknown|unclear|not (?:given|known|available|applicable))(?![\p{L}'’])/iu;

/** A line that begins a question, or the turn of a user, as in the examples of a prompt. */
const NEXT_QUESTION =
  /\n[^\S\n]*(?:#{1,4} |\*\*)?(?:question|q|problem|exercise|human|user|instruction|问题|問題)(?:\*\*)?[:：]/iu;
/** A reply that is one short answer. */
const BARE = /^[^\p{L}\p{N}]{0,9}[\p{L}\p{N}][\p{L}\p{N}.,/%]{0,11}[^\p{L}\p{N}]{0,9}$/u;

/**
 * Removes what a model adds behind its answer in the manner of a prompt's examples: a further question with its answer. `isStated` says
 * whether a text states an answer.
 */
export function withoutNextQuestion(reply: string, isStated: (text: string) => boolean): string {
  const at = reply.search(NEXT_QUESTION);
  if (at < 0) return reply;
  const before = reply.slice(0, at);
  return BARE.test(before) || isStated(before) ? before : reply;
}
