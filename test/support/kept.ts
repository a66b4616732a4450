import { ifThere } from "../../build/read/there.ts";
import type { Buffer } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { compilerVersion } from "../../build/cache/compiler_version.ts";

/** The variable that names a folder which stays if the temporary ones go with the run. */
export const KEPT_IN = "KEPT_IN";

/** What is kept for all tests of this user: another's files are not trusted. */
const FOLDER = `${Deno.env.get(KEPT_IN) ?? tmpdir()}/oshibase-kept-${Deno.uid() ?? "one"}`;

/** What was not made again for this long is removed, in ms. */
const MAX_AGE_MS = 86_400_000;

/** How often it is looked for what is old, by all tests of this user together, in ms. */
const SWEEP_MS = 3_600_000;

/** Its time is when somebody looked last. */
const SWEPT = "swept";

/** What is made sooner than this, in ms, costs less to make again than to keep: random content. */
const WORTH_MS = 40;

const DIGEST_BYTES = 32;

/** Is named once, since what was loaded stays as it was. */
let compiler: { readonly version: string | undefined } | undefined;

/** Of what files are made: of a content folder, or of what a text names. */
export type Source = { readonly content: string } | { readonly text: string };

/** Files that the compiler makes, kept from test to test and from run to run. */
export interface Kept {
  /** In the order of their names; undefined where they were not made yet, or one is damaged. */
  read(): readonly Uint8Array[] | undefined;
  write(files: readonly Uint8Array[]): void;
}

/**
 * Where files with these names are kept for a source as it is now, and for the compiler as it is now;
 * undefined where the compiler was changed since it was loaded.
 */
export function keptFor(
  source: Source,
  names: readonly string[],
  folder: string = FOLDER,
): Kept | undefined {
  compiler ??= { version: compilerVersion(undefined, processBeganAt()) };
  if (compiler.version === undefined) return undefined;
  const hash = nameOf(source, compiler.version);
  const paths = names.map((name) => `${folder}/${hash}.${name}`);
  return {
    read() {
      const files = paths.map(readWhole);
      return files.every((file) => file !== undefined) ? files : undefined;
    },
    write(files) {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      sweep(folder);
      for (const [n, bytes] of files.entries()) writeWhole(paths[n]!, bytes);
    },
  };
}

/** One file that is kept, or else what `make` gives, which is kept where that took long. */
export function keptOrMade(source: Source, name: string, make: () => Uint8Array): Uint8Array {
  const kept = keptFor(source, [name]);
  const [known] = kept?.read() ?? [];
  if (known !== undefined) return known;
  const began = performance.now();
  const bytes = make();
  if (performance.now() - began > WORTH_MS) kept?.write([bytes]);
  return bytes;
}

/**
 * When this process began, in epoch ms. A runner of tests loads all modules when it begins, and runs
 * them in workers minutes later.
 */
function processBeganAt(): number {
  try {
    const [, bootS] = /^btime (\d+)$/m.exec(Deno.readTextFileSync("/proc/stat"))!;
    const [, ticks] = /^.*\) (?:\S+ ){19}(\d+) /.exec(Deno.readTextFileSync("/proc/self/stat"))!;
    return Number(bootS) * 1000 + Number(ticks) * 10;
  } catch {
    return performance.timeOrigin;
  }
}

/** Names what a compiler makes of a source. */
function nameOf(source: Source, compiler: string): string {
  const hash = createHash("sha256").update(compiler);
  if ("text" in source) return hash.update(`\ntext\n${source.text}`).digest("hex");
  for (const path of pathsBelow(source.content)) {
    const bytes = Deno.readFileSync(`${source.content}/${path}`);
    hash.update(`\n${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** The paths of the files below a folder, in one order. A link counts as the file it leads to. */
function pathsBelow(folder: string, prefix = ""): string[] {
  return [...Deno.readDirSync(`${folder}/${prefix}`)]
    .sort((one, other) => one.name < other.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? pathsBelow(folder, `${prefix}${name}/`) : [`${prefix}${name}`]
    );
}

/** The bytes of a kept file; undefined where there is none, or it is damaged. */
function readWhole(path: string): Uint8Array | undefined {
  const file = ifThere(() => Deno.readFileSync(path));
  const bytes = file?.subarray(DIGEST_BYTES);
  return bytes && digestOf(bytes).equals(file!.subarray(0, DIGEST_BYTES)) ? bytes : undefined;
}

/** Tests beside this one see the whole file or none. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${randomUUID()}`;
  Deno.writeFileSync(draft, digestOf(bytes));
  Deno.writeFileSync(draft, bytes, { append: true });
  Deno.renameSync(draft, path);
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** Removes what is old, unless that was done lately: there are thousands of files. */
function sweep(folder: string): void {
  const swept = `${folder}/${SWEPT}`;
  if (ageOf(swept) < SWEEP_MS) return;
  Deno.writeFileSync(swept, new Uint8Array());
  for (const { name } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    // Another test may have removed it, or given a draft its name.
    if (ageOf(path) > MAX_AGE_MS) ifThere(() => Deno.removeSync(path));
  }
}

/** How long ago a file was written, in ms; Infinity where there is none. */
function ageOf(path: string): number {
  return Date.now() - Number(ifThere(() => Deno.statSync(path))?.mtime ?? -Infinity);
}
