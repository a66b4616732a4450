import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";
import { readWrittenDay } from "../../dates/written_days.ts";
import { suggestion } from "../../diagnostic/wording.ts";
import { fittingName } from "../../picture/group_pictures.ts";
import { ENTRY_FOLDERS } from "../../read/misplaced.ts";
import type { Form } from "../../schema/content/remedies.ts";
import { phrase } from "../../words/say.ts";
import { keepsLetters, slugMeantBy } from "../file_name.ts";
import { inOtherForm } from "../same_form.ts";
import { type Advice, mayMean, mustMean, NO_ADVICE } from "./advice.ts";
import { type Around, dayHint, weekdayAdvice } from "./day_hint.ts";
import { synonymIn } from "./synonyms.ts";
import { lengthOf, plainly, timeOf } from "./written_times.ts";

/** How a text in another spelling is read, by the form that it lacks. */
const READERS: Readonly<Record<Form, (written: string, around: Around) => Advice>> = {
  moment: (written, { zone }) =>
    momentOf(
      written,
      zone,
      (day, time = "00:00") => zone && offsetTimestamp(instantOf(day, time, zone), zone),
    ),
  saleStart: (written, { zone }) =>
    momentOf(written, zone, (day, time) => time === undefined ? day : `${day} ${time}`),
  duration: (written) => orNothing(lengthOf(plainly(written))),
  link: webAddressOf,
  picture: pictureOf,
  timezone: zoneOf,
  colour: colourOf,
  language: languageOf,
  slug: slugOf,
  day: (written, around) => dayHint(written, around, false),
  birthDay: (written, around) => dayHint(written, around, true),
  time: (written, { zone }) => {
    const meant = timeOf(plainly(written), zone);
    return meant === undefined
      ? NO_ADVICE
      : { words: phrase`. Did you mean "${meant}"?`, replacement: `"${meant}"` };
  },
};

/** What a text may be meant as that does not have its form; or nothing. */
export function spellingHint(
  form: Form | undefined,
  written: string,
  around: Around = {},
): Advice {
  return form === undefined ? NO_ADVICE : READERS[form](written, around);
}

function orNothing(meant: string | undefined): Advice {
  return meant === undefined ? NO_ADVICE : mustMean(meant);
}

/** `9c1f55`, which YAML may take for a number. */
function colourOf(text: string): Advice {
  if (!/^[\da-f]{6}$/i.test(text.trim())) return NO_ADVICE;
  const colour = `'#${text.trim().toLowerCase()}'`;
  return { words: phrase`. Did you mean ${colour}?`, replacement: colour };
}

/** `2026-07-01 09:00`, `1 Juli 2026 09.00 WIB`, or a day, as `write` has them; on the clock of `zone`. */
function momentOf(
  text: string,
  zone: string | undefined,
  write: (day: string, time: string | undefined) => string | undefined,
): Advice {
  const found = readWrittenDay(plainly(text));
  if (found === undefined) return NO_ADVICE;
  const { day, behind } = found;
  const time = behind === undefined ? undefined : timeOf(behind, zone);
  const isRead = time !== undefined || behind === undefined;
  return weekdayAdvice(found) ?? (isRead ? orNothing(write(day, time)) : NO_ADVICE);
}

/** `Indonesia`, `id_ID`. */
function languageOf(text: string): Advice {
  const tag = /^[a-z]{2}_[a-z]{2}$/i.exec(text.trim())?.[0].replace("_", "-");
  return orNothing(synonymIn(text, ["id", "en", "ja"]) ?? tag);
}

/** What stands in front of the name of a file of content. */
const OF_KIND = new RegExp(`(?:^|/)(?:${ENTRY_FOLDERS.join("|")})/$`);

/** The name of a file, with its ending or its folder. */
function slugOf(text: string): Advice {
  const [folder = "", name = ""] = /^(.*[/\\])?(.*?)(?:\.(?:ya?ml|md))?$/is.exec(text.trim())!
    .slice(1);
  const better = slugMeantBy(name);
  if (better === undefined) return NO_ADVICE;
  const isWhole = keepsLetters(name) && (folder === "" || OF_KIND.test(folder));
  return (isWhole ? mustMean : mayMean)(better);
}

/** `WIB`, `asia/jakarta`. */
function zoneOf(text: string): Advice {
  const zones = Intl.supportedValuesOf("timeZone");
  const meant = synonymIn(text, zones) ?? inOtherForm(text, zones);
  return meant === undefined ? { words: suggestion(text, zones) } : mustMean(meant);
}

/** The name of a picture's file, and what may stand in front of it. */
const OWN_PICTURE = /^(?:[./\\]*pictures?[/\\])?([^/\\:]+\.(?:jpe?g|png|webp))$/i;

/** A picture of the group in other letters or with other signs, or a web address. */
function pictureOf(written: string): Advice {
  const name = OWN_PICTURE.exec(written.trim())?.[1];
  const fitting = name === undefined ? undefined : fittingName(name);
  return fitting === undefined ? webAddressOf(written) : mayMean(`pictures/${fitting}`);
}

/** An address that lacks its scheme, or a part of it; the name of a picture's file is none. */
const NO_SCHEME = /^(?:https?(?::\/?|\/\/?)|\/\/)?((?:[\w-]+\.)+[a-z]{2,}(?:[/?#]\S*)?)$/i;
const PICTURE = /^[^/]+\.(?:jpe?g|png|gif|webp|avif|svg)$/i;

/** An address between brackets of some sort, with spaces around it, or behind the text of a link. */
const WRAPPED = /^(?:!?\[([^\]]*)\])?[\s<(]*(https?:\/\/(?!https?:)[^\s<>()"\\]+)[\s>)]*$/i;

/** A web address out of what is around it; `aya.groupa` may be another name, and words would be lost. */
function webAddressOf(written: string): Advice {
  const text = written.trim();
  const rest = NO_SCHEME.exec(text)?.[1];
  const [, words, wrapped] = WRAPPED.exec(text) ?? [];
  const address = wrapped?.replace(/^https?/i, (scheme) => scheme.toLowerCase()) ??
    (rest && !PICTURE.test(rest) && `https://${rest}`);
  if (!address) return NO_ADVICE;
  if (wrapped ? words && words !== wrapped : !/^www\.|\//i.test(text)) return mayMean(address);
  const isPlain = !/[,[\]{}]|:$/.test(address);
  return { ...mayMean(address), replacement: isPlain ? address : JSON.stringify(address) };
}
