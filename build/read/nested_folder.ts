import { type Diagnostic, errorAt, type Fix, topOf, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";
import { exists } from "./there.ts";
import { say } from "../words/say.ts";

/**
 * A folder within the folder of a kind, such as that of a year: its files stand one folder too deep. They
 * are moved where each of them is content that has a free place.
 */
export function nestedFolder(folder: string, name: string, ending: string): Diagnostic {
  const path = `${folder}/${name}`;
  const files = filesBelow(path);
  if (files.length === 0 && !name.endsWith(ending)) {
    return warningAt(topOf(path), say`This folder holds no file: delete it`);
  }
  const message = say`Cannot use this folder: files are directly in ${folder};
    move its files there, and delete it`;
  const moves = files.map((from) => ({
    from,
    to: `${folder}/${from.slice(from.lastIndexOf("/") + 1)}`,
  }));
  const taken = moves.find(({ from, to }) =>
    exists(to) || moves.some((other) => other.to === to && other.from !== from)
  );
  if (taken !== undefined) {
    const other = say`; of ${
      quote(taken.from.slice(taken.from.lastIndexOf("/") + 1))
    } keep one alone`;
    return errorAt(topOf(path), message + other);
  }
  const isContent = files.length > 0 && files.every((file) => file.endsWith(ending));
  const fix: Fix | undefined = isContent ? { moves, emptied: path } : undefined;
  return errorAt(topOf(path), message, fix);
}

/** All files of a folder and its folders, but for hidden ones; links are not followed. */
export function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].filter(({ name }) => !name.startsWith("."))
    .sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
    );
}
