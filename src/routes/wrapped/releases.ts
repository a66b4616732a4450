import { itemParts } from "../../catalog/phases.ts";
import { listPresent } from "../../catalog/phases.ts";
import { groupOf, route } from "../route.ts";
import { wrappedList } from "./wrapped_list.ts";

/** `releases`: the discography, newest first (SPEC 4.2). */
export const releases = route({
  id: "releases",
  path: "releases",
  summary: "Releases, newest first",
  parameters: {},
  answer(scene) {
    const listing = listPresent(groupOf(scene).table("releases"), scene.now);
    return wrappedList(listing, (row) => itemParts(scene.catalog.pack, row, scene.now));
  },
});
