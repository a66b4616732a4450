import type { SetlistItem } from "../../src/model/item/show.ts";
import type { Span } from "../../src/model/pack.ts";
import { setlistIds } from "../derive/setlists.ts";
import { addPage } from "../emit/pages.ts";
import type { RenderContext } from "./context.ts";
import { openJson } from "./json.ts";

/** Renders setlists in the order of their file: the places of their items. */
export function renderSetlists({ content: { setlists }, pages }: RenderContext): Span[] {
  const ids = setlistIds(setlists.file);
  const items = setlists.file.map(({ name, songs, image }, place): SetlistItem => {
    return { id: ids[place]!, name, songs, image };
  });
  return addPage(pages, "setlists", (blob) => items.map((item) => blob.add(openJson(item))));
}
