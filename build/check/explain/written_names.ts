import { suggestion } from "../../diagnostic/wording.ts";
import { keepsLetters, slugMeantBy } from "../file_name.ts";
import { ENTRY_FOLDERS } from "../../read/misplaced.ts";
import { fittingName } from "../../picture/group_pictures.ts";
import { inOtherForm } from "../same_form.ts";
import { synonymIn } from "./synonyms.ts";
import { type Advice, mayMean, mustMean, NO_ADVICE } from "./advice.ts";
import { phrase } from "../../words/say.ts";

/** `+07:00`, `GMT+7`: many zones have it, and some of them only in summer. */
const OFFSET = /^(?:UTC|GMT)? ?[+-]\d{1,2}(?::?\d{2})?$/i;

/** `Indonesia`, `id_ID`. */
export function languageOf(text: string): Advice {
  const meant = synonymIn(text, ["id", "en", "ja"]) ??
    (/^[a-z]{2}_[a-z]{2}$/i.test(text.trim()) ? text.trim().replace("_", "-") : undefined);
  return meant === undefined ? NO_ADVICE : mustMean(meant);
}

/** What stands in front of the name of a file of content. */
const OF_KIND = new RegExp(`(?:^|/)(?:${ENTRY_FOLDERS.join("|")})/$`);

/** The name of a file, with its ending or its folder. */
export function slugOf(text: string): Advice {
  const [folder = "", name = ""] = /^(.*[/\\])?(.*?)(?:\.(?:ya?ml|md))?$/is.exec(text.trim())!
    .slice(1);
  const better = slugMeantBy(name);
  if (better === undefined) return NO_ADVICE;
  const isWhole = keepsLetters(name) && (folder === "" || OF_KIND.test(folder));
  return (isWhole ? mustMean : mayMean)(better);
}

/** `WIB`, `Jakarta`, `Asia/Djakarta`. */
export function zoneOf(text: string): Advice {
  const bare = text.replace(/(?<=\S)\s*\(.*\)\s*$/, "");
  // What stands behind it may contradict it.
  if (bare !== text) return { words: zoneOf(bare).words };
  if (OFFSET.test(text.trim())) {
    return { words: phrase`; name a city of the zone, as offsets change` };
  }
  const zones = Intl.supportedValuesOf("timeZone");
  const city = text.trim().replace(/\s+/g, "_").toLowerCase();
  const meant = synonymIn(text, zones) ?? inOtherForm(text, zones) ??
    zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`));
  return meant === undefined ? { words: suggestion(text, zones) } : mustMean(meant);
}

/** An address that lacks its scheme, or a part of it; the name of a picture's file is none. */
const NO_SCHEME = /^(?:https?(?::\/?|\/\/?)|\/\/)?((?:[\w-]+\.)+[a-z]{2,}(?:[/?#]\S*)?)$/i;
const PICTURE = /^[^/]+\.(?:jpe?g|png|gif|webp|avif|svg)$/i;

/** An address between brackets of some sort, with spaces around it, or behind the text of a link. */
const WRAPPED = /^(?:!?\[[^\]]*\])?[\s<(]*(https?:\/\/[^\s<>()"\\]+)[\s>)]*$/i;
const MISTYPED_SCHEME = /^(?!https?:\/\/)(?:(https?)|[htps]{3,7})[:;]\/{1,3}(?=[\w-]+\.)/i;
/** The name of a file with spaces in it. */
const WITH_SPACE = /^https?:\/\/[^\s<>"\\,]+(?: [^\s<>"\\,:]+)*? [^\s<>"\\,:]*\.\w{2,4}$/i;

const OF_ONE_MACHINE = /^(?:[a-z]:[\\/]|(?:file|blob|data|content):)/i;

/** The name of a picture's file, and what may stand in front of it. */
const OWN_PICTURE = /^(?:[./\\]*pictures?[/\\])?([^/\\:]+\.(?:jpe?g|png|webp))$/i;

/** A picture of the group in other letters or with other signs, or a web address. */
export function pictureOf(written: string): Advice {
  const name = OWN_PICTURE.exec(written.trim())?.[1];
  const fitting = name === undefined ? undefined : fittingName(name);
  return fitting === undefined ? webAddressOf(written) : mayMean(`pictures/${fitting}`);
}

const DOUBLED_SCHEME = /^(?:https?:?\/\/){2,}/i;

/** A web address out of what is around it. */
export function webAddressOf(written: string): Advice {
  const text = written.trim();
  if (DOUBLED_SCHEME.test(text)) return mustMean(text.replace(DOUBLED_SCHEME, "https://"));
  const whole = WRAPPED.exec(text)?.[1];
  if (whole !== undefined) return mustMean(whole);
  if (OF_ONE_MACHINE.test(text)) {
    return {
      words: phrase`; it is on one computer only: put it on the web, and write its address there`,
    };
  }
  const inHtml = /<(?:img|a)\b[^>]*?(?:src|href)="(https?:\/\/[^"\s]+)"/i.exec(text)?.[1];
  if (inHtml !== undefined) return mustMean(inHtml);
  const handle = /^@([\w.]+)$/.exec(text)?.[1];
  if (handle !== undefined) {
    return { words: phrase`; write the whole address, such as https://instagram.com/${handle}` };
  }
  if ((text.match(/https?:\/\//g) ?? []).length > 1) {
    return { words: phrase`; one address belongs here: write one of them alone` };
  }
  const gap = /^(https?:\/\/) +(?=[\w-]+\.)/i;
  if (gap.test(text)) return mustMean(text.replace(gap, "$1"));
  if (WITH_SPACE.test(text)) return mustMean(text.replaceAll(" ", "%20"));
  const [address, ...behind] = text.split(" ");
  if (behind.length > 0 && /^https?:\/\/[^\s<>"\\]+$/.test(address!)) {
    // What goes on like a path may belong to it.
    return /^[\p{L}\p{N}]/u.test(behind[0]!) && /^https?:\/\/[^/]+\/[^?#]*[^/]$/.test(address!)
      ? {
        words:
          phrase`; an address has no blanks: write %20 for each that belongs to it, or ${address}
          alone`,
      }
      : { words: phrase`; write the address alone: ${address}` };
  }
  const mistyped = MISTYPED_SCHEME.exec(text);
  const rest = NO_SCHEME.exec(text)?.[1] ?? (mistyped && text.slice(mistyped[0].length));
  if (rest === null || PICTURE.test(rest)) return NO_ADVICE;
  // Other letters may be those of another scheme.
  const isSure = mistyped === null || mistyped[1] !== undefined;
  return (isSure ? mustMean : mayMean)(`https://${rest}`);
}
