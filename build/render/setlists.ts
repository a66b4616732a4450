import type { SetlistItem } from "../../src/model/item/setlists.ts";
import type { Span } from "../../src/model/pack.ts";
import { nameSetlists } from "../derive/names.ts";
import { setlistIds, setlistsOf } from "../derive/setlists.ts";
import type { RenderContext } from "./context.ts";
import { openJson } from "./json.ts";

/** Renders setlists in the order of their files: the places of their items. */
export function renderSetlists(context: RenderContext): Span[] {
  const { content, bodies } = context;
  const setlists = setlistsOf(content.setlists);
  const ids = setlistIds(setlists);
  const songs = nameSetlists(content, context);
  const items = setlists.map((
    { name, name_native, name_reading, image },
    place,
  ): SetlistItem => ({
    id: ids[place]!,
    name,
    name_native,
    name_reading,
    image,
    songs: songs[place]!.map(({ title, original_title, center, unit }) => ({
      title,
      original_title,
      center: center.map(({ name }) => name),
      unit: unit.map(({ name }) => name),
    })),
  }));
  return items.map((item) => bodies.add(openJson(item)));
}
