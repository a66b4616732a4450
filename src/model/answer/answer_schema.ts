/**
 * This room defines the schemas of whole answers: envelopes, errors, and what is no item of a
 * list.
 *
 * @module
 */

import { z } from "zod";
import type { FamilyName } from "../enums.ts";
import { ITEMS, REPORTS, type ReportSchema, type STREAMS } from "../item/items.ts";

/** How many there are beside a page. */
const counts = {
  page: z.int().positive().describe("Which page this is, counted from 1."),
  perpage: z.int().positive().describe(
    "How many items a page has at most: as asked for, 10 otherwise, never more than 100.",
  ),
  total_count: z.int().nonnegative().describe("How many items there are on all pages."),
  total_pages: z.int().nonnegative().describe("How many pages there are; 0 if there is no item."),
};

/** The wrapper object, with a report's fields behind it. */
export function wrapped(item: z.ZodType, tail: z.ZodRawShape = {}): z.ZodObject {
  return z.strictObject({
    success: z.literal(true).describe("Always true: a refusal has a status of its own."),
    total: z.int().nonnegative().describe("How many items `data` holds."),
    data: z.array(item).describe("The items."),
    message: z.string().min(1).describe("A word for people: `OK`."),
    ...tail,
  });
}

/** A page of a wrapped list. */
function wrappedPage(item: z.ZodType): z.ZodObject {
  return wrapped(item, counts);
}

/** A page of a bare list, held under the list's name. */
function barePage(name: string, item: z.ZodType): z.ZodObject {
  return z.strictObject({ [name]: z.array(item).describe("The items of this page."), ...counts });
}

/** A bare list with fields of its own before its items. */
function bareReport(name: string, item: z.ZodType, head: z.ZodRawShape): z.ZodObject {
  return z.strictObject({ ...head, [name]: z.array(item).describe("The items.") });
}

/** The schema of what an endpoint answers in a family; `isPage`: if a page is asked for. */
export function answerSchema(
  answers: JsonAnswers,
  family: FamilyName,
  isPage: boolean,
): z.ZodType {
  const isWrapped = family === "wrapped";
  if ("one" in answers) return isWrapped ? wrapped(ITEMS[answers.one]) : ITEMS[answers.one];
  if ("list" in answers) return listSchema(answers, isWrapped, isPage);
  const { item, name, head, tail }: ReportSchema = REPORTS[answers.report];
  return isWrapped ? wrapped(item, tail) : bareReport(name, item, head);
}

function listSchema(
  { list, full = list, pages }: ListAnswers,
  isWrapped: boolean,
  isPage: boolean,
): z.ZodType {
  if (isPage && pages !== undefined) {
    return isWrapped ? wrappedPage(ITEMS[full]) : barePage(pages, ITEMS[full]);
  }
  return isWrapped ? wrapped(ITEMS[full]) : ITEMS[list].array();
}

/** The name of an item. */
export type ItemName = keyof typeof ITEMS;

/**
 * What an endpoint answers with, by the names of schemas: the compiler of documents and the tests look
 * them up, and the server loads none of them.
 */
export type Answers =
  | ListAnswers
  | { readonly one: ItemName }
  | { readonly report: keyof typeof REPORTS }
  | StreamAnswer
  | DocumentAnswer;

/** Those that are JSON. */
export type JsonAnswers = Exclude<Answers, StreamAnswer | DocumentAnswer>;

interface ListAnswers {
  readonly list: ItemName;
  /** The item of its pages, and of families whose lists are full, if it is a fuller one. */
  readonly full?: ItemName;
  /** The bare field that holds the items of a page; absent if it does not come in pages. */
  readonly pages?: string;
}

interface StreamAnswer {
  readonly stream: keyof typeof STREAMS;
}

/** A page or file. */
interface DocumentAnswer {
  readonly document: string;
  /** The name of what it holds, if that is JSON. */
  readonly json?: ItemName;
}
