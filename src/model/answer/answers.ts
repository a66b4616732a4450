/**
 * This room defines the schemas of whole answers: envelopes, errors, and what is no item of a
 * list.
 *
 * @module
 */

import type { ITEMS, REPORTS, STREAMS } from "../item/items.ts";

/** The name of an item. */
export type ItemName = keyof typeof ITEMS;

/**
 * What an endpoint answers with, by the names of schemas: the compiler of documents and the tests look
 * them up, and the server loads none of them.
 */
export type Answers = ListAnswers | OneAnswer | ReportAnswer | StreamAnswer | DocumentAnswer;

/** Those that are JSON. */
export type JsonAnswers = Exclude<Answers, StreamAnswer | DocumentAnswer>;

/** A list. */
export interface ListAnswers {
  readonly list: ItemName;
  /** The item of its pages, and of families whose lists are full, where it is a fuller one. */
  readonly full?: ItemName;
  /** The bare field that holds the items of a page; absent where it does not come in pages. */
  readonly pages?: string;
}

/** One item. */
export interface OneAnswer {
  readonly one: ItemName;
}

/** A list with fields of its own. */
export interface ReportAnswer {
  readonly report: keyof typeof REPORTS;
}

/** Server-sent events. */
export interface StreamAnswer {
  readonly stream: keyof typeof STREAMS;
}

/** A page or file. */
export interface DocumentAnswer {
  /** Its media type. */
  readonly document: string;
  /** The name of what it holds, where that is JSON. */
  readonly json?: ItemName;
}
