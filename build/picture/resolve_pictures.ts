import { withoutCode } from "../check/file_rules.ts";
import type { Entry } from "../check/content.ts";
import { keepsLetters } from "../check/file_name.ts";
import {
  errorAt,
  type ReportDiagnostic,
  type SourceLocation,
  type TextSpan,
} from "../diagnostic/diagnostic.ts";
import { onlyNearest, quote, suggestion } from "../diagnostic/wording.ts";
import { phrase } from "../words/say.ts";
import { fittingName } from "./group_pictures.ts";
import type { GroupPictures, Picture } from "./picture.ts";

/** The fields that take a picture, by the kind of their files. */
const PICTURE_FIELDS = {
  group: ["image"],
  member: ["img", "img_alt"],
  show: ["poster", "banner"],
  setlist: ["image"],
  news: ["image", "label"],
  event: ["label"],
  release: ["cover"],
} as const;

/** Those of a kind; some have none. */
export function pictureFields(kind: string): readonly string[] {
  return (PICTURE_FIELDS as Readonly<Record<string, readonly string[]>>)[kind] ?? [];
}

/** What a picture of the group begins with where content names it. */
export const PICTURES = "pictures/";

/** A picture that a file names. */
interface Mention {
  /** Its name in the folder of pictures. */
  readonly name: string;
  /** The same with what stands behind a blank, where that is the rest of a name. */
  readonly blank?: string | undefined;
  readonly place: () => SourceLocation;
  /** The characters of the name, where they can be replaced. */
  readonly span: () => TextSpan | undefined;
}

/**
 * An entry whose fields have the paths of its pictures in place of their names, and the pictures; what is
 * missing is reported. An entry that names none is the same as before.
 */
export function resolvePictures<File extends object>(
  entry: Entry<File>,
  fields: readonly string[],
  pictures: GroupPictures,
  report: ReportDiagnostic,
): Entry<File> {
  const mentions = mentionsIn(entry, fields, pictures);
  if (mentions.length === 0) return entry;
  for (const mention of mentions) {
    if (!pictures.has(mention.name)) report(missing(mention, pictures));
  }
  const used = new Set(mentions.map(({ name }) => pictures.get(name)));
  const found = [...used].filter((picture) => picture !== undefined);
  return { ...entry, file: withAddresses(entry.file, pictures), pictures: found };
}

/** Forms write a slash in front; such a path stays one on another site if the group has no such picture. */
const NAMED = /^\/?pictures\/(.+)$/;

function mentionsIn(
  { file, source }: Entry<object>,
  fields: readonly string[],
  pictures: GroupPictures,
): Mention[] {
  const mentions: Mention[] = [];
  for (const field of fields) {
    const value = (file as Readonly<Record<string, unknown>>)[field];
    const name = typeof value === "string" ? NAMED.exec(value)?.[1] : undefined;
    if (name === undefined || (value as string).startsWith("/") && !pictures.has(name)) continue;
    mentions.push({ name, place: () => source.locate([field]), span: () => source.span([field]) });
  }
  if (!source.body.includes(PICTURES)) return mentions;
  for (const { index, 0: found, groups = {} } of withoutCode(source.body).matchAll(IN_ARTICLE)) {
    const name = groups["name"]!;
    if (groups["slash"] === "/" && !pictures.has(name)) continue;
    const at = index + found.length - PICTURES.length - name.length;
    const start = source.bodyStart + at;
    const rest = REST.exec(source.body.slice(index + found.length, index + found.length + 100))
      ?.[0];
    mentions.push({
      name,
      blank: rest && name + rest,
      place: () => source.locateBody(at),
      span: () => ({ start, end: start + PICTURES.length + name.length }),
    });
  }
  return mentions;
}

/** `![…](pictures/…` and `<img src="pictures/…` in an article. */
const IN_ARTICLE =
  /(?:!\[[^\]\n]*\]\(\s*<?|<img\b[^>]*?\ssrc\s*=\s*["']?)(?<slash>\/?)pictures\/(?<name>[^\s<>()"']+)/gi;

/** What goes on behind a blank, up to the ending of a picture's name. */
const REST = /^(?: [^\s<>()"']+)* [^\s<>()"']+\.(?:jpe?g|png|webp)(?=\s*[)>"'])/i;

/** An article with the paths of its pictures in place of their names. */
export function withPicturePaths(body: string, pictures: readonly Picture[]): string {
  const byName = new Map(pictures.map(({ name, address }) => [name, address]));
  // Code is shown as it is written.
  const readable = withoutCode(body);
  let made = "";
  let done = 0;
  for (const { index, 0: found, groups = {} } of readable.matchAll(IN_ARTICLE)) {
    const address = byName.get(groups["name"]!);
    if (address === undefined) continue;
    const end = index + found.length;
    const { slash, name } = groups as { slash: string; name: string };
    made += body.slice(done, end - slash.length - PICTURES.length - name.length) + address;
    done = end;
  }
  return made + body.slice(done);
}

function missing({ name, blank, place, span }: Mention, pictures: GroupPictures) {
  if (blank !== undefined) {
    const message = phrase`Cannot use the picture ${quote(blank)}: its name has no blanks; write
      ${quote(PICTURES + fittingName(blank))}, and name the file so`;
    return errorAt(place(), message);
  }
  const names = [...pictures.keys()];
  const fitting = fittingName(name);
  const isThere = fitting !== undefined && pictures.has(fitting);
  const meant = isThere ? fitting : onlyNearest(name, names);
  const remedy = names.length === 0
    ? phrase`; put the picture into the folder pictures beside group.yaml`
    : suggestion(meant ?? name, meant === undefined ? names : [meant]);
  const message = phrase`Cannot find the picture ${quote(name)} in the folder pictures${remedy}`;
  // The same picture under its right name; another letter may mean another picture.
  const replaced = isThere && keepsLetters(name) ? span() : undefined;
  return errorAt(
    place(),
    message,
    replaced && { span: replaced, replacement: PICTURES + meant },
  );
}

const ALL_FIELDS: ReadonlySet<string> = new Set(Object.values(PICTURE_FIELDS).flat());

/** A picture that cannot be used is left out. */
function withAddresses<File extends object>(file: File, pictures: GroupPictures): File {
  return Object.fromEntries(
    Object.entries(file).map(([field, value]) => {
      const name = ALL_FIELDS.has(field) && typeof value === "string"
        ? NAMED.exec(value)?.[1]
        : undefined;
      const isOwn = name !== undefined && pictures.has(name);
      return [field, isOwn ? pictures.get(name)?.address : value];
    }),
  ) as File;
}

/** The size of a picture as fields of an item, where it is one of the group; else none. */
export function pictureSize<Name extends string>(
  name: Name,
  address: string | undefined,
  { pictures }: Pick<Entry<object>, "pictures">,
): { readonly [Field in `${Name}_width` | `${Name}_height`]?: number } {
  const picture = pictures?.find((one) => one.address === address);
  if (picture === undefined) return {};
  const { width, height } = picture;
  return { [`${name}_width`]: width, [`${name}_height`]: height } as {
    [Field in `${Name}_width` | `${Name}_height`]: number;
  };
}
