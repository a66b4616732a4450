import { pathToFileURL } from "node:url";
import { TaskError } from "../task/task_error.ts";
import { packageIn, type Shipped, writeNotice } from "./notice.ts";

/** What tasks, recipes and the server itself start, by the paths that they name. */
const ENTRY_POINTS = [
  "src/main.ts",
  "src/cli/main.ts",
];

/** Parts that are loaded later stay files of their own; stack traces name sources by the maps. */
const FLAGS = [
  ...["--quiet", "--frozen", "--platform=deno", "--code-splitting", "--sourcemap=linked"],
];

/** The fields of a source map that this changes. */
interface SourceMap {
  readonly sources: readonly string[];
  /** The sources whole, which no stack trace needs. */
  readonly sourcesContent?: readonly string[];
}

/**
 * Writes the server as JavaScript into `src` of a folder, with the code of its libraries and the
 * notices of their licences.
 *
 * @throws {TaskError} if this Deno cannot bundle it
 */
export async function writeProgram(folder: string): Promise<void> {
  await bundle(`${folder}/src`);
  for (const path of ENTRY_POINTS) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    Deno.writeTextFileSync(`${folder}/${path}`, `import "./${name.replace(/ts$/, "js")}";\n`);
  }
  const packages = new Map<string, Shipped>();
  const root = folderUrl(folder);
  for (const map of mapsIn(new URL("src/", root))) {
    for (const shipped of nameSources(map, root)) packages.set(shipped.name, shipped);
  }
  writeNotice(folder, [...packages.values()]);
}

async function bundle(out: string): Promise<void> {
  const command = new Deno.Command("deno", {
    args: ["bundle", ...FLAGS, "--outdir", out, ...ENTRY_POINTS],
    env: { NO_COLOR: "1" },
    stdin: "null",
  });
  const { success, stderr } = await command.output();
  if (success) return;
  const said = new TextDecoder().decode(stderr).split("\nStack backtrace")[0]!.trim();
  throw new TaskError(
    `deno bundle failed: ${said}\n` +
      "It fetches esbuild and the server's libraries from the npm registry if they are not on this " +
      "machine: let it reach the registry, or name another by NPM_CONFIG_REGISTRY",
  );
}

function folderUrl(path: string): URL {
  return pathToFileURL(`${Deno.realPathSync(path)}/`);
}

function* mapsIn(folder: URL): Generator<URL> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* mapsIn(new URL(`${name}/`, folder));
    else if (name.endsWith(".map")) yield new URL(name, folder);
  }
}

/**
 * A map names files of the machine that bundles: names those of the program by their paths in it,
 * and those of packages by package; returns the packages.
 */
function nameSources(map: URL, root: URL): Shipped[] {
  const { sourcesContent: _, ...rest }: SourceMap = JSON.parse(Deno.readTextFileSync(map));
  const program = folderUrl(".").href;
  const up = "../".repeat(map.href.slice(root.href.length).split("/").length - 1);
  const packages: Shipped[] = [];
  const sources = rest.sources.map((source) => {
    const { href } = new URL(source, map);
    if (href.startsWith(program)) return up + href.slice(program.length);
    const shipped = packageIn(href);
    if (shipped === undefined) throw new TypeError(`Cannot tell the package of ${href}`);
    packages.push(shipped);
    return `${up}${shipped.name}${href.slice(shipped.folder.length)}`;
  });
  Deno.writeTextFileSync(map, JSON.stringify({ ...rest, sources }));
  return packages;
}
