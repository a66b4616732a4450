import { SITE_FILE } from "../../src/model/site_pack.ts";
import type { PublishedContent } from "../addon.ts";
import { BUILD_ADDONS } from "../addons.ts";
import { isFile } from "../read/there.ts";
import { assets } from "./assets.ts";
import { sitePackBytes } from "./site_pack_bytes.ts";
import { writeWhole } from "./write_file.ts";

/**
 * Writes what is served as it is, beside the content: what pages load, and what add-ons publish. Returns
 * what it is made of; if that is `made`, the file is there already.
 */
export async function writeSite(
  folder: string,
  content: PublishedContent,
  made: string | undefined,
  isLasting: boolean,
): Promise<string> {
  const { accent, base_url } = content.site;
  const documents = BUILD_ADDONS.flatMap(({ documents = [] }) => documents);
  const publications = BUILD_ADDONS.flatMap((one) => one.publish?.(content, documents) ?? []);
  const sources = JSON.stringify([accent, base_url, ...publications.map(({ source }) => source)]);
  const path = `${folder}/${SITE_FILE}`;
  if (sources === made && isFile(path)) return sources;
  const files = await Promise.all(publications.map((one) => one.render()));
  writeWhole(path, sitePackBytes([...assets(accent), ...files.flat()], base_url), isLasting);
  return sources;
}
