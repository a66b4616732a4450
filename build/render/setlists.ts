import type { SetlistItem } from "../../src/model/item/occasions.ts";
import type { Span } from "../../src/model/pack.ts";
import { makePage } from "../emit/blob.ts";
import { numberFor } from "../emit/page_list.ts";
import { setlistIds } from "../derive/setlists.ts";
import type { RenderContext } from "./context.ts";
import { openJson } from "./json.ts";

/** Renders setlists in the order of their file: the places of their items. */
export function renderSetlists({ content: { setlists }, pages: list }: RenderContext): Span[] {
  const ids = setlistIds(setlists.file);
  const items = setlists.file.map(({ name, songs, image }, place): SetlistItem => {
    return { id: ids[place]!, name, songs, image };
  });
  const number = numberFor("setlists", list);
  const [page, spans] = makePage(
    number,
    (blob) => items.map((item) => blob.add(openJson(item))),
  );
  list.pages.set(number, page);
  return spans;
}
