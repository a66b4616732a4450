/**
 * This room compiles the content folder into the pack that the runtime serves.
 *
 * @module
 */

import type { CheckedContent } from "./check/content.ts";
import { namingOf } from "./derive/names.ts";
import { checkContent } from "./check/check_content.ts";
import { type CompileOptions, suspicions } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { Bodies } from "./emit/bodies.ts";
import { type PublishedPictures, publishedPictures } from "./picture/published_pictures.ts";
import { NO_MEMORY } from "./memory.ts";
import { packFile } from "../src/model/pack_file.ts";
import type { PackIndex } from "../src/model/pack_index.ts";
import { renderGroup } from "./render/group.ts";
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

/**
 * Compiles a content folder: read, check, derive, render, and put together. Writes nothing. The pack
 * is a function of the folder alone; a warning may also look at `now`.
 */
export function compile(root: string, options: CompileOptions = {}): Compiled {
  const checked: Diagnostic[] = [];
  const content = checkContent(root, (diagnostic) => void checked.push(diagnostic), options);
  const found = [...checked];
  const rendered = renderContent(content, found, options);
  options.memory?.endBuild();
  let all: readonly Diagnostic[] | undefined;
  return {
    content,
    errors: found.filter(({ severity }) => severity === "error"),
    get diagnostics() {
      return all ??= [
        ...checked,
        ...suspicions(content, checked, options),
        ...found.slice(checked.length),
      ];
    },
    pack: rendered && packOf(rendered),
  };
}

function packOf(
  { bodies: written, published, ...index }: NonNullable<ReturnType<typeof renderContent>>,
): CompiledPack {
  const bodies = written.chunks();
  return { ...packFile(index, bodies), bodies, pictures: published };
}

/** Content as items; undefined where there are errors. */
export function renderContent(
  { site, plans, groups: contents }: CheckedContent,
  diagnostics: Diagnostic[],
  { progress = () => {}, memory = NO_MEMORY }: CompileOptions,
) {
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  const bodies = new Bodies();
  const published = publishedPictures(contents);
  const groups = contents.map((content) => {
    progress(say`Compiling ${content.slug}`);
    const pictures = published.rows.get(content.slug);
    return renderGroup({ content, bodies, memory, pictures, ...namingOf(content, report) });
  });
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  if (hasErrors || site === undefined || plans === undefined) return undefined;
  const { file } = published;
  const { size } = bodies;
  return {
    ...{ site, plans, ...(file !== undefined && { pictures: file }), size, groups },
    bodies,
    published,
  };
}
