import { titledLink } from "../../../src/model/content/field.ts";
import type { Tell } from "../report/notes.ts";
import { textOf } from "../record/known_value.ts";
import type { RecordReader } from "../record/record.ts";

/** Links with titles; those that lack one of both are told and left out. */
export function readLinks(record: RecordReader, name: string, tell: Tell) {
  return record.items(name)?.map(({ title, name: called, url }) => {
    const link = { title: textOf(title ?? called), url: textOf(url) };
    const { data } = titledLink.safeParse(link);
    if (data === undefined) {
      const found = JSON.stringify(link).slice(0, 60);
      tell(
        `an entry of "${name}" is left out: expected a title and an address, found ${found}`,
        record.where,
      );
    }
    return data;
  }).filter((link) => link !== undefined);
}
