import { comparePacks } from "./compare_packs.ts";
import { differenceLine, headLine, isFollowing } from "./difference_report.ts";
import { comparedPack, type OpenedPack } from "../pack/opened_pack.ts";
import type { CompiledPack } from "../compile.ts";
import { say, speakingIn } from "../words/say.ts";

/** Lines after a save at most: one save seldom changes more. */
const MAX_LINES = 3;

/** Tells what each save has changed, where there was a build before it. */
export function createSaveTeller(now: () => number): (pack: CompiledPack) => void {
  let last: OpenedPack | undefined;
  return ({ index, pages }) => {
    const pack = comparedPack(index, pages);
    const lines = last === undefined ? [] : saveLines(last, pack, now());
    last = pack;
    if (lines.length > 0) console.error(lines.join("\n"));
  };
}

/** What a save has changed, in a few lines; none where no answer changes. `now` in epoch ms. */
function saveLines(before: OpenedPack, after: OpenedPack, now: number): string[] {
  const differences = comparePacks(before, after, { now, isPublic: false });
  const own = differences.filter((one) => !isFollowing(one));
  if (differences.length === 0) return [];
  if (own.length === 0 || own.length > MAX_LINES) {
    return [headLine({ base: say`the build before`, differences, now })];
  }
  const languages = new Map(after.index.groups.map(({ slug, language }) => [slug, language]));
  return own.map((one) => speakingIn(languages.get(one.group), () => differenceLine(one, now)));
}
