/**
 * This room keeps, for the preview of content, what a build has found and the drafts: in memory alone, since
 * drafts do not belong beside a build.
 *
 * @module
 */

import type { CheckedContent } from "../check/content.ts";
import type { Compiled } from "../compile.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { OpenedPack } from "../pack/opened_pack.ts";
import { type BuildReport, reportBuild } from "./build_report.ts";
import { draftPack, hiddenPictures } from "./drafts.ts";

/** What the preview shows. */
export interface Previewed {
  /** Another one after every build. */
  readonly version: string;
  /** That of the last good build. */
  readonly pack: OpenedPack;
  /** Its drafts, in the layout of a pack. */
  readonly drafts: OpenedPack | undefined;
  /** The files of pictures that nobody else is shown, by their paths below `/media`. */
  readonly hiddenPictures: ReadonlyMap<string, string>;
  readonly report: BuildReport;
}

/** What has been built so far. */
export interface BuildWatcher {
  /** Takes what came of a build; `pack`: what is served from now on, if that is another one. */
  note(compiled: Compiled, pack: OpenedPack | undefined): void;
  version(): string;
  /** Made when it is first asked for. Undefined while nothing is served. */
  read(): Previewed | undefined;
}

/** `start` tells this process from an earlier one, whose pages may still be open. */
export function createBuildWatcher(start: number): BuildWatcher {
  let builds = 0;
  let pack: OpenedPack | undefined;
  let last: Compiled | undefined;
  /** Of the last good build; undefined if an earlier process made it. */
  let good: CheckedContent | undefined;
  let known: Previewed | undefined;
  const version = () => `${start}-${builds}`;
  return {
    note(compiled, next) {
      builds++;
      known = undefined;
      last = compiled;
      pack = next ?? pack;
      if (compiled.pack !== undefined) good = compiled.content;
    },
    version,
    read() {
      if (pack === undefined || last === undefined) return undefined;
      return known ??= preview(version(), pack, last, good);
    },
  };
}

function preview(
  version: string,
  pack: OpenedPack,
  last: Compiled,
  good: CheckedContent | undefined,
): Previewed {
  const problems: Diagnostic[] = [];
  return {
    version,
    pack,
    drafts: good && draftPack(good, (problem) => void problems.push(problem)),
    hiddenPictures: good === undefined ? new Map() : hiddenPictures(good),
    report: reportBuild(last, good, problems),
  };
}
