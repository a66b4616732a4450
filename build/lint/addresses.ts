/** Rules of addresses that lead nowhere: a path alone is one of whatever site shows it. */

import { RESERVED_ROOTS } from "../../src/core/roots.ts";
import { isPicturePath } from "../../src/model/picture.ts";
import { withoutCode } from "../check/file_rules.ts";
import { quote } from "../diagnostic/wording.ts";
import { pictureFields, PICTURES } from "../picture/resolve_pictures.ts";
import { aliasName } from "../schema/content/group.ts";
import { type EntryFolder, FOLDERS } from "../schema/schemas.ts";
import { phrase } from "../words/say.ts";
import { type Context, type Finding, rule } from "./rule.ts";

export const ADDRESS_RULES = [
  rule("address/picture", "group", ({ group }) => pathsIn(group, pictureFields("group"))),
  ...Object.entries(FOLDERS).map(([folder, kind]) =>
    rule(
      "address/picture",
      folder as EntryFolder,
      ({ file }) => pathsIn(file, pictureFields(kind)),
    )
  ),
  rule(
    "article/address",
    "news",
    ({ source: { body, locateBody } }, context) =>
      deadAddresses(withoutCode(body), context).map(({ at, address, isPicture }) => ({
        place: locateBody(at),
        message: PAGE.test(address)
          ? IS_PAGE
          : isPicture
          ? phrase`This address does not work: expected a picture of the group such as
            pictures/nagi.jpg, or an address that starts with https://`
          : phrase`This address does not work: expected one that starts with https://`,
      })),
  ),
];

/** Pages on which services show pictures, and chats. */
const PAGE =
  /^https?:\/\/(?:www\.|m\.|[a-z]{2}\.)?(?:drive\.google\.com\/(?:file|open|drive)\b|photos\.(?:google\.com|app\.goo\.gl)\/|instagram\.com\/(?:[\w.]+\/)?(?:p|reel)\/[^/]+\/?(?:\?|$)|(?:x|twitter)\.com\/\w+\/status\/|pinterest\.com\/pin\/|facebook\.com\/photo|imgur\.com\/(?:a|gallery)\/|t\.me\/(?!i\/)|discord\.com\/channels\/|chat\.whatsapp\.com\/|wa\.me\/)/i;

const IS_PAGE = phrase`This is the address of a page and not of a picture: put the picture into
  the folder pictures, and write pictures/ and its name`;

/** The fields of a file whose pictures are on no site that is named. */
function pathsIn(file: object, fields: readonly string[]): Finding[] {
  return fields.flatMap((field) => {
    const value = (file as Readonly<Record<string, unknown>>)[field];
    if (typeof value !== "string") return [];
    if (PAGE.test(value)) return [{ at: [field], message: IS_PAGE }];
    if (!value.startsWith("/") || isPicturePath(value)) return [];
    const message = phrase`Cannot load the ${field} ${quote(value)} from elsewhere: it is a path on
      another site; write its whole address, which starts with https://, or put the picture into the
      folder pictures and write pictures/ and its name`;
    return [{ at: [field], message }];
  });
}

/** The address of a link or picture, in Markdown and in HTML, and one that links refer to. */
const ADDRESS =
  /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)|^ {0,3}\[[^[\]^\n]+\]:[ \t]*<?(?<reference>[^\s>]+)(?=>?[ \t]*(?:["'(].*)?$)/gim;

/** What is behind the address of a link: its end, or a title. */
const CLOSED = /^(?:\s*[)>]|\s+["'(])/;

/** On the web, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|#)/i;

/** An address in an article that leads nowhere, or elsewhere than its readers should go. */
interface DeadAddress {
  readonly at: number;
  readonly address: string;
  readonly isPicture: boolean;
}

function deadAddresses(text: string, context: Context): DeadAddress[] {
  let passed = 0;
  return [...text.matchAll(ADDRESS)].flatMap(({ index, 0: found, groups = {} }) => {
    const address = (groups["markdown"] ?? groups["html"] ?? groups["reference"])!;
    const at = index + found.length - address.length;
    const isPicture = isOfPicture(text, index, passed);
    passed = at;
    // Of a link that does not end, that is said.
    const behind = text.slice(at + address.length, at + address.length + 9);
    if (groups["markdown"] !== undefined && !CLOSED.test(behind)) return [];
    if (LEADS_SOMEWHERE.test(address) && !(isPicture && PAGE.test(address))) return [];
    return (isPicture ? isOfGroup : isOfSite)(address, context) ? [] : [{ at, address, isPicture }];
  });
}

/** Whether an address is that of a picture: `![…](`, `<img src=`; its text begins behind the last address. */
function isOfPicture(text: string, index: number, passed: number): boolean {
  if (text[index] === "]") {
    return text[passed + text.slice(passed, index).lastIndexOf("[") - 1] === "!";
  }
  const tag = passed + text.slice(passed, index).lastIndexOf("<");
  return /^<img\b/i.test(text.slice(tag, tag + 5)) && /^src/i.test(text.slice(index, index + 3));
}

/** Whether a picture is the group's own. That `pictures/…` is there is checked where they are known. */
function isOfGroup(address: string, { content: { pictures } }: Context): boolean {
  if (address.startsWith(`/${PICTURES}`)) return pictures.has(address.slice(PICTURES.length + 1));
  return address.startsWith(PICTURES) || isPicturePath(address);
}

/** Whether a path is one of this service: a page of it, or of a group. */
function isOfSite(address: string, { groups }: Context): boolean {
  const [, root] = /^\/([^/?#]+)/.exec(address) ?? [];
  if (root === undefined) return /^\/(?:[?#]|$)/.test(address);
  return RESERVED_ROOTS.has(root.split(".")[0]!) ||
    groups.some(({ slug, group }) => slug === root || group.aliases.map(aliasName).includes(root));
}
