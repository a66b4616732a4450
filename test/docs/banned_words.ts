/** A word or form that documents, helps and messages of errors do without. */
export interface BannedWord {
  readonly form: RegExp;
  /** Takes its place. */
  readonly better: string;
}

/** Present tense, active voice, the thing is the subject, one fact a sentence, `if` for conditions. */
export const BANNED: readonly BannedWord[] = [
  { form: /\b(told|tells?|telling)\b/i, better: "report, send, show, list or say" },
  { form: /\banew\b/i, better: "again" },
  { form: /\bmend(s|ed|ing)?\b/i, better: "fix" },
  { form: /\blies\b/i, better: "is" },
  { form: /\bwhoever\b/i, better: "the person or program as the subject; if somebody …" },
  { form: /\bnobody\b/i, better: "the thing as the subject; no one" },
  { form: /\bhears?\b/i, better: "gets, receives" },
  { form: /\bstands?\s+(in|at|on|under|behind|beside|there|where)\b/i, better: "is in, is at" },
  { form: /\bhow\s+(things|it|they|matters)\s+stands?\b/i, better: "the current state" },
  { form: /\bwhat\s+is\b(?![^.!]*\?)/, better: "the name of the thing" },
  { form: /\bother\s+than\s+it\s+was\b|\bare\s+others\b/i, better: "changed" },
  { form: /\bas\s+(it|they)\s+stands?\b/i, better: "unchanged" },
  { form: /\b(is|are|was|were)\s+looked\s+at\b/i, better: "is checked" },
];
