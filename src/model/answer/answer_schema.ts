import type { z } from "zod";
import type { FamilyName } from "../enums.ts";
import type { JsonAnswers, ListAnswers } from "./answers.ts";
import { barePage, bareReport, wrapped, wrappedPage } from "./envelopes.ts";
import { ITEMS, REPORTS, type ReportSchema } from "../item/items.ts";

/** The schema of what an endpoint answers in a family; `isPage`: where a page is asked for. */
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
