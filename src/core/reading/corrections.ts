// Finds where a reply takes up its answer again after it was stated: "Actually, it's 19", "Wait, let me check".

/** The longest correction that is read, in characters. */
const LONGEST = 20_000;

/** Words by which a writer takes up an answer again, where they begin a sentence. */
const CUE =
  /(?<!\p{L})(?:actually|wait|hold on|hang on|correction|scratch that|oops|sorry|apologies|hm{2,9}|on second thoughts?|upon reflection|make that|in fact|i (?:meant|mean|misread|miscounted|miscalculated|apologi[sz]e|stand corrected|was wrong|should have said)|i (?:made|have made|see) (?:an?|my) (?:mistake|error)|my (?:mistake|bad)|let me (?:correct|fix)|or rather|no,? rather|edit|update|korrektur|moment(?: mal)?|halt|en realidad|corrección|espera|en fait|attends|rectification)(?!\p{L})|等等|等一下|不对|不對|更正|其实|其實|实际上|實際上|いや、|訂正|아니, |정정/giu;
/** Those that need not begin a sentence. */
const WITHIN = /^(?:make that|sorry|i meant|i mean|(?:or|no,?) rather|\P{Script=Latin}+)$/iu;
/** Words behind a cue by which it means something else: "wait 5 minutes", "in fact 3 of them". */
const OTHER_SENSE: Readonly<Record<string, RegExp>> = {
  wait: /^ (?:\d|for|until|till|and|at|in|to)(?!\p{L})/iu,
  "in fact": /^(?!,? (?:it|the (?:correct|right|actual))\b)/i,
  actually: /^ (?:\p{L}+ed|\p{L}+ing)\b/iu,
};
/** The end of a text behind which a sentence begins. */
const SENTENCE_START = /(?:^|[.!?;…。！？；\n—–(（]|\s-)[\s*_"'”’)\]]{0,6}$/;
const FILLERS = /(?<!\p{L})(?:no|oh|oops|hm{2,9}|well|ok|okay|but|sorry|ah)[,.!… ]{1,3}$/iu;

/** Words between the beginning of a correction and what it says, where it says nothing else. */
const PLAIN =
  /^[\s,.:;!…，：。；*_"'—–-]{0,6}(?:(?:(?:no|sorry|i|we|it|that|this|should|must|would|be|is|was|have|has|said|say|meant|mean|get|got|it['’]s|that['’]s|the|correct|right|final|actual|real|answer|total|result|value|number|sum|actually|really|in|fact|make|rather|to|read|es|ist|option|choice)(?![\p{L}'’])|应该|應該|是|为|答案)[\s,:，：*_"'$]{0,4}){0,10}$/iu;

/** Words of a correction that is announced and not given. */
const ANNOUNCED =
  /^[\s,.:;!…*_"'—–-]{0,6}(?:let me|let['’]s|i (?:need|should|have|must|will|think)|maybe|perhaps|is that|did i|that (?:does|is)n['’]t|something)\b/i;

/** What a reply says after it takes up its answer again. */
export interface Correction {
  readonly text: string;
  /** Returns whether nothing stands between the cue and a position of `text` but words such as "it's". */
  isPlainUpTo(position: number): boolean;
  /** It says that it will check or compute again. */
  readonly isAnnounced: boolean;
}

/** Returns the last correction in a reply from a position on; undefined where there is none. */
export function correctionIn(reply: string, from: number): Correction | undefined {
  let found: { readonly begin: number; readonly isBracketed: boolean } | undefined;
  for (const { index, 0: cue } of reply.slice(from).matchAll(CUE)) {
    const at = from + index;
    const before = reply.slice(Math.max(0, at - 40), at);
    const lead = before.replace(FILLERS, "").replace(FILLERS, "");
    const behind = reply.slice(at + cue.length, at + cue.length + 40);
    const isCue = SENTENCE_START.test(lead) || lead !== before || (WITHIN.test(cue) && /[,，]\s?$/.test(before));
    if (!isCue || OTHER_SENSE[cue.toLowerCase()]?.test(behind) === true) continue;
    found = { begin: at + cue.length, isBracketed: /[(（]\s?$/.test(before) };
  }
  if (found === undefined) return undefined;
  const { begin, isBracketed } = found;
  const text = reply.slice(begin, begin + LONGEST);
  const isPlainUpTo = (position: number) => !isBracketed && PLAIN.test(text.slice(0, position));
  return { text, isPlainUpTo, isAnnounced: ANNOUNCED.test(text) };
}
