import { titledLink } from "../../../src/model/content/field.ts";
import type { RecordReader } from "../record/record.ts";
import { readText } from "../record/read_value.ts";
import type { Lose } from "../report/notes.ts";
import { phrase, translated } from "../../words/say.ts";

/** A link as content files have it. */
export interface Link {
  readonly title: string;
  readonly url: string;
}

/** Links with titles; those that lack one of both are lost. */
export function readLinks(record: RecordReader, name: string, lose: Lose): Link[] | undefined {
  return record.items(name)?.map((item) => {
    const link = { title: readText(item["title"] ?? item["name"]), url: readText(item["url"]) };
    return fittingLink(link, () => lose(record.where, name, translated(NO_LINK), item));
  }).filter((link) => link !== undefined);
}

export const NO_LINK = phrase`expected a title and an address`;

/** The link where it is one; else `refuse` is called. */
export function fittingLink(link: unknown, refuse: () => void): Link | undefined {
  const { data } = titledLink.safeParse(link);
  if (data === undefined) refuse();
  return data;
}
