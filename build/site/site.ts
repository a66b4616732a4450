/** The site: the files for everybody that lie beside the content, rendered by the build. */
import type { PackIndex } from "../../src/model/pack.ts";
import type { PublicFile } from "../emit/site_pack_bytes.ts";
import { assets } from "./assets.ts";

/** Renders all files of the site for this content. */
export function renderSite(_index: PackIndex): PublicFile[] {
  return assets();
}
