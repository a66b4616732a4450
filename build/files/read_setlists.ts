import { type SetlistsFile, setlistsFile } from "../../src/model/content/occasions.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { type ContentFile, readFolder } from "./content_file.ts";

/** The setlists of a group that can be used: of `setlists.yaml`, then those in files of their own. */
export function readSetlists(folder: string): SetlistsFile {
  const path = `${folder}/setlists.yaml`;
  const source = exists(path) ? readFile(path, () => {}) : undefined;
  const own = ownSetlists(folder).map(({ value }) => value);
  return [source?.value, own].flatMap((list) => setlistsFile.safeParse(list).data ?? []);
}

/** The files of a group that each hold one setlist. */
export function ownSetlists(folder: string): ContentFile[] {
  return readFolder(folder, "setlists", () => {});
}
