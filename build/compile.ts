/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import type { CheckedContent } from "./check/content.ts";
import { namingOf, withoutStrangers } from "./derive/people.ts";
import { checkContent } from "./check/check_content.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { Bodies } from "./emit/bodies.ts";
import { type PublishedPictures, publishedPictures } from "./picture/published_pictures.ts";
import { type Memory, NO_MEMORY } from "./memory.ts";
import { packFile } from "../src/model/pack_file.ts";
import type { PackIndex } from "../src/model/pack_index.ts";
import { suspicions } from "./lint/lint_content.ts";
import { renderGroup } from "./render/group.ts";
import type { Progress } from "./task/progress.ts";
import { say } from "./words/say.ts";

/** What came of a content folder. */
export interface Compiled {
  /** What the files say, as far as they could be read. */
  readonly content: CheckedContent;
  readonly errors: readonly Diagnostic[];
  /** All that is to be said; who serves a build asks for it later, since what is suspicious is found then. */
  readonly diagnostics: readonly Diagnostic[];
  /** The pack; undefined where there are errors. */
  readonly pack: CompiledPack | undefined;
}

/** The pack's bytes, and the index and bodies that they hold. */
export interface CompiledPack {
  readonly index: PackIndex;
  readonly chunks: readonly Uint8Array[];
  readonly bodies: readonly Uint8Array[];
  /** What is in the file of pictures that the index names. */
  readonly pictures: PublishedPictures;
}

/** What content is compiled with. Nothing of it but `now` (epoch ms), which decides warnings, changes what comes out. */
interface CompileOptions {
  readonly memory?: Memory | undefined;
  readonly now?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** Compiles a content folder: read, check, derive, render, and put together. Writes nothing. */
export function compile(
  root: string,
  { memory = NO_MEMORY, now = Date.now(), progress = () => {} }: CompileOptions = {},
): Compiled {
  const reported: Diagnostic[] = [];
  const content = checkContent(
    root,
    (diagnostic) => void reported.push(diagnostic),
    memory,
    progress,
  );
  const checked = reported.map((one) => withoutStrangers(one, content.groups));
  const found = [...checked];
  progress(say`Compiling ${root}`);
  const pack = render(content, found, memory);
  memory.endBuild();
  let all: readonly Diagnostic[] | undefined;
  return {
    content,
    errors: found.filter(({ severity }) => severity === "error"),
    get diagnostics() {
      return all ??= [
        ...checked,
        ...suspicions(content, checked, now),
        ...found.slice(checked.length),
      ];
    },
    pack,
  };
}

/** All that is to be said of a content folder. */
export function diagnose(root: string, options?: CompileOptions): readonly Diagnostic[] {
  return compile(root, options).diagnostics;
}

/** Content as a pack; undefined where there are errors. */
function render(
  { site, plans, groups: contents }: CheckedContent,
  diagnostics: Diagnostic[],
  memory: Memory,
): CompiledPack | undefined {
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const written = new Bodies();
  const pictures = publishedPictures(contents);
  const groups = contents.map((content) =>
    renderGroup({
      content,
      bodies: written,
      memory,
      pictures: pictures.rows.get(content.slug),
      ...namingOf(content, report),
    })
  );
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) return undefined;
  const { size } = written;
  const file = pictures.file === undefined ? {} : { pictures: pictures.file };
  const bodies = written.chunks();
  return { ...packFile({ site, plans, ...file, size, groups }, bodies), bodies, pictures };
}
