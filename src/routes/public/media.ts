import type { Answer } from "../../http/answer.ts";
import { HttpError } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { PICTURE_HASH_LENGTH, PICTURE_TYPES } from "../../model/picture.ts";
import type { RouteTable } from "../family.ts";
import { uncachedRoute } from "../route.ts";

/** How long a client may keep a picture, in seconds: its address names its bytes. */
const YEAR_S = 365 * 86_400;

/**
 * A picture of the content (no credential: an `<img>` cannot send one). It is read from the file for each
 * request; browsers and caches ask once.
 */
const mediaFile = uncachedRoute({
  id: "media",
  path: "media/{file}",
  summary: "A picture of the content",
  answers: { document: "image/*" },
  parameters: { file: required(anyText("the group and the name of the picture")) },
  refuses: ["NOT_FOUND"],
  async handler({ ctx, pictures }, { file }): Promise<Answer> {
    const [group = "", name = ""] = file.split("/");
    const picture = ctx.catalog.pictures.find(group, name, ctx.now);
    const body = picture && await pictures.read(picture);
    if (body === undefined) throw new HttpError("NOT_FOUND");
    const dot = name.lastIndexOf(".");
    return {
      contentType: PICTURE_TYPES[name.slice(dot + 1)]!,
      body,
      tag: name.slice(dot - PICTURE_HASH_LENGTH, dot),
      madeAt: -Infinity,
      validUntil: Infinity,
      maxAge: YEAR_S,
      isImmutable: true,
      forEverybody: true,
      coded: new Map([["identity", body]]),
    };
  },
});

/** The first segment of the paths of pictures. */
export const MEDIA_FILE_ROOT = "media";

/** Adds the pictures of the content behind the other endpoints of a table. */
export function withPictures(table: RouteTable): RouteTable {
  return {
    routes: table.routes,
    match(segments) {
      const match = table.match(segments);
      const [root, group, name] = segments;
      if (match !== undefined || root !== MEDIA_FILE_ROOT || segments.length !== 3) return match;
      return { routes: [mediaFile], pathValues: { file: `${group}/${name}` } };
    },
  };
}
