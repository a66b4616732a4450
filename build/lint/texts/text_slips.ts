import type { ValuePath } from "../../read/source.ts";
import { quote } from "../../diagnostic/wording.ts";
import { say } from "../../words/say.ts";

/** What a value hardly means. */
interface TextSlip {
  readonly message: string;
  /** The text that is meant, where it has one answer. */
  readonly meant?: string;
}

function slip(message: string, meant?: string): TextSlip {
  return { message, ...(meant !== undefined && { meant }) };
}

/** What texts have of which anything is said here, in a whole file too: most addresses have nothing of it. */
const MAYBE =
  /[&<]|\*\*|\]\(|\\n|[,;][ \t]*["']?[ \t]*$|http:\/\/|https?:\/\/[^/\s]*,|docs\.google\.com|^ *venue: *["']?(?:http|\d)|https?:\/\/(?:https?:|\/|127\.|0\.0|10\.|192\.|[\w-]+(?:[/:?#\s"',\]}]|$)|[^\s/]*?(?:\.local|google|instagram\.com|facebook|twitter|fbcdn|discordapp|dropbox|imgur|1drv|onedrive|pinterest|pin\.it|bit\.ly|tinyurl|s\.id|t\.co)|(?:www\.)?x\.com|\S*[,;.!](?=["'\s,\]}]|$)|\S*Amz-Expires)|\.(?:pdf|mp4|mov|webm|html?|heic|tiff?|psd|docx?|zip)(?:[?#"'\s,}]|$)/im;

/**
 * Longer texts are no addresses, and hold too much for patterns that look on from each of many signs to
 * the end; a long file may have anything.
 */
const LONGEST = 20_000;

/** Whether a text at this place, or one in a whole file, has to be looked at by {@linkcode textSlipIn}. */
export function mayBeSlip(text: string, path?: ValuePath): boolean {
  return text.length > LONGEST || MAYBE.test(text) ||
    (path !== undefined && (isPicture(path) || path.at(-1) === "venue"));
}

function isPicture(path: ValuePath): boolean {
  return PICTURES.includes(String(path.at(-1)));
}

/** What a text hardly means: an address that leads nowhere, or signs of HTML and Markdown in plain text. */
export function textSlipIn(text: string, path: ValuePath): TextSlip | undefined {
  const isAddress = text.length <= LONGEST && /^https?:\/\//i.test(text);
  return isAddress ? addressSlip(text, path) : markupSlip(text) ?? plainSlip(text, path);
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'", "#039": "'", apos: "'" },
};
const ENTITY = /&(amp|lt|gt|quot|nbsp|apos|#0?39);/g;
const TAG = /<\/?(?:b|i|u|em|strong|br|p|div|span|a|font|h[1-6])\b[^<>]*>/i;
const MARKDOWN = /\*\*[^\s*][^*]*\*\*|\]\(https?:\/\//;

function markupSlip(text: string): TextSlip | undefined {
  const entity = text.match(ENTITY)?.[0];
  if (entity !== undefined) {
    const meant = text.replace(ENTITY, (_, name: string) => ENTITIES[name]!);
    const sign = ENTITIES[entity.slice(1, -1)]!;
    return slip(
      say`${quote(entity)} appears in answers as it is written: write ${quote(sign)}`,
      meant,
    );
  }
  const markup = (TAG.exec(text) ?? MARKDOWN.exec(text))?.[0];
  if (markup === undefined) return undefined;
  const message = say`${
    quote(markup)
  } appears in answers as it is written, as this text is no article:
    write its words alone`;
  return slip(message);
}

/** What ends a line in other languages, and is part of the text here. */
function plainSlip(text: string, path: ValuePath): TextSlip | undefined {
  if (text.length > LONGEST) return undefined;
  if (text.includes("\\n")) {
    return slip(say`"\\n" is shown as it is: write | behind the field, and its lines
        below, each with two spaces in front`);
  }
  if (
    path.at(-1) === "venue" && /^(?:https?:\/\/|\d{1,2}[:.]\d{2}$|\d{4}-\d{2}-\d{2}$)/.test(text)
  ) {
    return slip(say`A venue is the name of a place; ${quote(text)} belongs into another field`);
  }
  // A name with a sign behind it has a message of its own.
  const isField = typeof path.at(-1) === "string" && path.at(-1) !== "name";
  if (!isField || text.includes("\n") || !/[^,;\s][,;]$/.test(text)) return undefined;
  const meant = text.slice(0, -1);
  return slip(say`The sign at the end is answered, too. Did you mean ${quote(meant)}?`, meant);
}

const TWICE = /^https?:\/\/+(?=https?:\/\/)/i;
const SLASHES = /^(https?:)\/{3,}/i;
const BEHIND = /(?<![,;.!])[,;.!]+$/;
const OF_ONE_MACHINE =
  /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|[^/:?#]+\.local(?:[/:?#]|$)|[^./:?#]+(?:[/:?#]|$))/i;

/** Addresses that services put around those that somebody shares. */
const REDIRECT =
  /^https?:\/\/(?:www\.google\.[a-z.]+\/(?:url|imgres)|lm?\.(?:instagram|facebook)\.com\/)\S*?[?&](?:q|u|url|imgurl)=(https?(?::|%3A)[^&\s]+)/i;

function behindRedirect(text: string): string | undefined {
  const found = REDIRECT.exec(text)?.[1];
  try {
    return found === undefined ? undefined : decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** What ends like a file that is none. */
const NO_PICTURE = /\.(?:pdf|mp4|mov|webm|html?|heic|tiff?|psd|docx?|zip)(?:[?#]|$)/i;

/** Fields of pictures. */
const PICTURES = ["img", "img_alt", "image", "poster", "banner", "cover"];
const PAGES =
  /^https?:\/\/(?:drive\.google\.com\/(?:file|open)|docs\.google\.com|photos\.(?:google\.com|app\.goo\.gl)|www\.dropbox\.com\/(?!.*[?&](?:raw|dl)=1)|1drv\.ms|onedrive\.live\.com|imgur\.com\/|(?:www\.)?pinterest\.|pin\.it\/|bit\.ly\/|tinyurl\.com\/|s\.id\/|t\.co\/|(?:www\.)?(?:instagram|facebook|twitter|x)\.com\/)/i;
const SHORT_LIVED =
  /^https?:\/\/(?:[^/]*(?:cdninstagram\.com|fbcdn\.net|discordapp\.(?:com|net))\/|[^?]*\?(?:.*&)?X-Amz-Expires=)/i;

function addressSlip(text: string, path: ValuePath): TextSlip | undefined {
  const behind = behindRedirect(text);
  if (behind !== undefined) {
    const message = say`This address leads elsewhere through another service: write the one behind
      it. Did you mean ${quote(behind)}?`;
    return slip(message, behind);
  }
  if (text.includes("&amp;")) return markupSlip(text);
  const whole = text.replace(TWICE, "").replace(SLASHES, "$1//").replace(BEHIND, "");
  if (whole !== text) {
    return slip(say`This address does not work. Did you mean ${quote(whole)}?`, whole);
  }
  if (path.at(-1) === "venue") return plainSlip(text, path);
  const host = /^https?:\/\/[^/?#]*/i.exec(text)![0];
  if (host.includes(",")) {
    const meant = host.replaceAll(",", ".") + text.slice(host.length);
    return slip(say`This address does not work. Did you mean ${quote(meant)}?`, meant);
  }
  if (/^https:\/\/docs\.google\.com\/[^?#]*\/edit/i.test(text)) {
    return slip(say`This address is for those who may edit the document: share it for reading, and
        write that address`);
  }
  if (OF_ONE_MACHINE.test(text)) {
    return slip(say`Nobody else can open this address: write one that is on the web`);
  }
  if (!isPicture(path)) return undefined;
  if (/^http:/i.test(text)) {
    return slip(say`Browsers show no picture of http:// on pages of https://: write https:// where
        the picture opens so, or put it elsewhere`);
  }
  if (PAGES.test(text)) {
    return slip(say`This address is that of a page, and a picture is expected:
        write the address of the picture itself`);
  }
  if (NO_PICTURE.test(text)) {
    return slip(say`This is no picture that browsers show: expected one such as .jpg or .png`);
  }
  if (!SHORT_LIVED.test(text)) return undefined;
  return slip(
    say`This address works for a few days only, since its service changes addresses: put the picture where it stays`,
  );
}
