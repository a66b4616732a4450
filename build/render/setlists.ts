import type { SetlistItem } from "../../src/model/item/setlists.ts";
import type { Span } from "../../src/model/pack.ts";
import { resolvePeople } from "../derive/people.ts";
import { setlistIds, setlistsOf, songFields } from "../derive/setlists.ts";
import type { RenderContext } from "./context.ts";
import { openJson } from "./json.ts";

/** Renders setlists in the order of their files: the places of their items. */
export function renderSetlists(context: RenderContext): Span[] {
  const { content: { setlists }, bodies } = context;
  const ids = setlistIds(setlistsOf(setlists));
  const items = setlists.map(({ file, source }, place): SetlistItem => ({
    id: ids[place]!,
    name: file.name,
    name_native: file.name_native,
    name_reading: file.name_reading,
    image: file.image,
    songs: file.songs.map(songFields).map(({ title, original_title, center, unit }, number) => {
      const names = (written: readonly string[], field: string) =>
        resolvePeople(written, source, ["songs", number, field], context).map(({ name }) => name);
      return {
        title,
        original_title,
        center: names(center, "center"),
        unit: names(unit, "unit"),
      };
    }),
  }));
  return items.map((item) => bodies.add(openJson(item)));
}
