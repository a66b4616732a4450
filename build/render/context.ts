import type { Entry, GroupContent } from "../check/content.ts";
import type { Person } from "../derive/roster.ts";
import type { Naming } from "../derive/people.ts";
import type { PictureRow } from "../../src/model/picture.ts";
import type { Bodies } from "../emit/bodies.ts";
import type { Memory } from "../memory.ts";

/** What every kind is rendered with. */
export interface RenderContext extends Naming {
  readonly bodies: Bodies;
  readonly memory: Memory;
  readonly content: GroupContent;
  /** The pictures that it publishes; undefined: there are none. */
  readonly pictures: readonly PictureRow[] | undefined;
  /** What all items of the group are made of. */
  readonly madeOf: string;
}

/** All that an entry says, and whom it names: equal texts, equal entries. */
export function textOf(
  { source: { file, yaml, body }, pictures = [] }:
    & Pick<GroupContent, "source">
    & Pick<Entry<unknown>, "pictures">,
  people: readonly Person[] = [],
): string {
  const named = people.map(({ name, slug, img }) => `${name}\t${slug}\t${img}`);
  return [file, yaml, body, ...pictures.map(({ address }) => address), ...named].join("\n");
}
