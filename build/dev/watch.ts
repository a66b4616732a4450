import { resolve } from "node:path";
import { forCaller } from "../../src/platform/caller_paths.ts";
import { say } from "../words/say.ts";
import { isBesideContent } from "../read/walk.ts";

/** Editors save in bursts; a build starts when nothing has changed for this long, in ms. */
const SETTLE_MS = 15;

/** Git writes many files one after the other; a build of them starts when it has been quiet for so long. */
const QUIET_MS = 200;

/** More files at once than an editor saves: a switch of branches, a script. */
const MANY_FILES = 4;

/**
 * How often the folder itself is looked at, in ms. A watch reports nothing of a folder that was removed
 * and made again, or that a link leads to now.
 */
const LOOK_MS = 500;

/**
 * Runs `build`, and again after every change below `root`, once the changes have settled: also after those
 * that come while it runs for the first time. Resolves when it has; the watch never ends. What becomes
 * of the folder itself goes to `tell`.
 */
export async function watch(
  root: string,
  build: () => unknown,
  tell: (line: string) => void = () => {},
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let building: Promise<unknown> = Promise.resolve();
  /** Those that have changed since the last build began; undefined: nobody knows. */
  let paths: Set<string> | undefined;
  const start = () => {
    if (identify(root) === undefined) return;
    paths = new Set();
    return build();
  };
  const queue = () => {
    // One after the other: the later build is the one that stays.
    building = building.then(start);
  };
  const changed = (found?: readonly string[]) => {
    const content = found?.filter((path) => !isBesideContent(root, path));
    if (content?.length === 0) return;
    if (content === undefined) paths = undefined;
    for (const path of content ?? []) paths?.add(path);
    clearTimeout(timer);
    const isMany = paths === undefined || paths.size >= MANY_FILES;
    timer = setTimeout(queue, isMany ? QUIET_MS : SETTLE_MS);
  };
  let watched = identify(root);
  let unwatch: (() => void) | undefined = watchTree(root, changed);
  queue();
  await building;
  tell(say`Watching ${forCaller(root)}`);
  setInterval(() => {
    const found = identify(root);
    if (unwatch !== undefined) {
      if (found === watched) return;
      // The next look starts from the beginning: Deno 2.9.6 reports nothing of a path watched again at once.
      unwatch();
      unwatch = undefined;
      if (found === undefined) {
        tell(say`Cannot find ${forCaller(root)}: what was built stays; put the folder back`);
      }
    } else if (found !== undefined) {
      watched = found;
      unwatch = watchTree(root, changed);
      tell(say`Watching ${forCaller(root)}, another folder than before`);
      changed();
    }
  }, LOOK_MS);
}

const KNOWN_KINDS = ["create", "modify", "remove", "rename"];

/** Names the folder that a path leads to; undefined where there is none. */
function identify(path: string): string | undefined {
  try {
    const { dev, ino, birthtime, isDirectory } = Deno.statSync(path);
    // A folder that is made again may get the number of the one that was removed.
    return isDirectory ? `${dev}:${ino}:${birthtime?.getTime()}` : undefined;
  } catch {
    // A folder that may not be entered, or a link that leads nowhere, is as good as none.
    return undefined;
  }
}

/**
 * Calls `changed` when something changes below a folder, with the paths below it or with nothing where
 * they are not known; the returned function ends it.
 */
function watchTree(root: string, changed: (paths?: readonly string[]) => void): () => void {
  const changes = Deno.watchFs(root);
  const absolute = `${resolve(root)}/`;
  const follow = async () => {
    for await (const { kind, paths, flag } of changes) {
      // Deno 2.9.6 has null where there is no flag.
      const isKnown = KNOWN_KINDS.includes(kind) && flag !== "rescan" &&
        paths.every((path) => path.startsWith(absolute));
      if (!isKnown && kind !== "access") changed();
      else if (isKnown) changed(paths.map((path) => `${root}/${path.slice(absolute.length)}`));
    }
  };
  void follow();
  return () => changes.close();
}
