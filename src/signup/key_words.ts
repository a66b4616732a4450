import type { LetterLanguage } from "../access/records/key_store.ts";

/** A refusal or an outcome on a page of its own. */
export interface Outcome {
  readonly title: string;
  readonly text: string;
}

/** What the pages about keys say, in one language. */
export interface KeyWords {
  readonly language: LetterLanguage;
  /** The name of the other language, in that language. */
  readonly other: string;
  readonly layout: {
    readonly skip: string;
    readonly pages: string;
    readonly more: string;
    readonly documents: string;
  };
  readonly description: string;
  readonly signup: {
    readonly title: string;
    readonly about: string;
    readonly name: string;
    readonly email: string;
    readonly emailNote: string;
    readonly note: string;
    readonly noteNote: string;
    readonly ips: string;
    ipsNote(address: string): string;
    readonly origin: string;
    readonly originNote: string;
    readonly plan: string;
    readonly button: string;
    readonly manage: string;
    /** The data that the service keeps, and until when. */
    readonly privacy: string;
  };
  readonly errors: {
    readonly name: string;
    readonly email: string;
    readonly domain: string;
    readonly note: string;
    readonly ips: string;
    readonly origin: string;
    readonly form: string;
  };
  readonly sent: Outcome;
  readonly tooMany: Outcome;
  readonly closed: Outcome;
  readonly badLink: Outcome;
  readonly used: Outcome;
  readonly known: Outcome;
  readonly foreignForm: Outcome;
  readonly sentBefore: Outcome;
  readonly plainHttp: Outcome;
  readonly away: Outcome;
  readonly confirm: { readonly title: string; readonly text: string; readonly button: string };
  readonly made: {
    readonly title: string;
    /** What the secret is called. */
    readonly key: string;
    readonly once: string;
    readonly ask: string;
    readonly pageKey: string;
    readonly next: string;
  };
  readonly manageAsk: { readonly title: string; readonly text: string; readonly button: string };
  readonly manageOpen: { readonly title: string; readonly text: string; readonly button: string };
  readonly manage: {
    readonly title: string;
    readonly until: string;
    readonly key: string;
    readonly plan: string;
    readonly groups: string;
    readonly origin: string;
    readonly made: string;
    readonly use: string;
    readonly figures: string;
    readonly day: string;
    readonly requests: string;
    readonly addresses: string;
    readonly addressesNote: string;
    readonly save: string;
    readonly saved: string;
    readonly rotation: string;
    readonly rotate: string;
    readonly rotateNote: string;
    readonly replace: string;
    readonly replaceNote: string;
    readonly overlap: string;
    readonly newSecret: string;
    readonly data: string;
    readonly export: string;
    readonly deletion: string;
    readonly deleteNote: string;
    readonly deleteSure: string;
    readonly deleteButton: string;
    readonly deleted: Outcome;
    readonly back: string;
  };
  readonly undo: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly done: Outcome;
  };
}
