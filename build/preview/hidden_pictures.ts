import type { CheckedContent, GroupEntries } from "../check/content.ts";
import { writeWhole } from "../emit/write_file.ts";
import type { Picture } from "../picture/check_picture.ts";
import { publishedPictures } from "../picture/published_pictures.ts";
import { ifThere } from "../read/there.ts";
import { readPicture } from "../picture/read_picture.ts";

/**
 * In OUT_DIR: the pictures of drafts and of what is published later, which nobody else is shown. Layout: a
 * 32-bit little-endian length, JSON of that length with the place of each by its path, then the bytes.
 */
export const HIDDEN_PICTURES_FILE = "preview.pictures";

type Places = Readonly<Record<string, readonly [at: number, length: number]>>;

const HEAD = 4;

/** Creates what writes them; the same ones are not written again. */
export function createHiddenPicturesWriter(folder: string): (content: CheckedContent) => void {
  let written: string | undefined;
  return (content) => {
    const pictures = hiddenIn(content);
    const names = pictures.map(({ address }) => address).join("\n");
    if (names === written) return;
    let at = 0;
    const chunks: Uint8Array[] = [];
    const places: Record<string, [number, number]> = {};
    for (const { path, address } of pictures) {
      const { bare } = readPicture(Deno.readFileSync(path)) ?? {};
      if (bare === undefined) continue;
      places[address] = [at, bare.length];
      chunks.push(bare);
      at += bare.length;
    }
    const index = new TextEncoder().encode(JSON.stringify(places));
    const head = new Uint8Array(HEAD);
    new DataView(head.buffer).setUint32(0, index.length, true);
    writeWhole(`${folder}/${HIDDEN_PICTURES_FILE}`, [head, index, ...chunks], false);
    written = names;
  };
}

/** Those that something names, and nothing that everybody is shown already. */
function hiddenIn({ groups }: CheckedContent): Picture[] {
  const { rows } = publishedPictures(groups);
  return groups.flatMap((group) => {
    const shown = rows.get(group.slug)?.filter(({ from }) => from === undefined) ?? [];
    const names = new Set(shown.map(({ name }) => name));
    const used = [group, group.drafts].flatMap(picturesOf);
    return [...new Set(used)].filter(({ address }) =>
      !names.has(address.slice(address.lastIndexOf("/") + 1))
    );
  });
}

function picturesOf({ members, shows, news, events, releases }: GroupEntries): Picture[] {
  return [...members, ...shows, ...news, ...events, ...releases]
    .flatMap(({ pictures = [] }) => [...pictures]);
}

/** The bytes of a hidden picture by its path; undefined if it is none. */
export function readHiddenPicture(
  folder: string,
  path: string,
): Uint8Array<ArrayBuffer> | undefined {
  const file = ifThere(() => Deno.readFileSync(`${folder}/${HIDDEN_PICTURES_FILE}`));
  if (file === undefined) return undefined;
  const end = HEAD + new DataView(file.buffer).getUint32(0, true);
  const places: Places = JSON.parse(new TextDecoder().decode(file.subarray(HEAD, end)));
  const place = Object.hasOwn(places, path) ? places[path] : undefined;
  return place && file.slice(end + place[0], end + place[0] + place[1]);
}
