import { createHash } from "node:crypto";
import { TaskError } from "../../task/task_error.ts";
import { type FieldOrders, registerContentFormats } from "./content_formats.ts";
import { say } from "../../words/say.ts";
import { isFile } from "../../read/there.ts";

/** The program that draws the forms, as its package has it. */
export interface FormsProgram {
  /** The file's name in the page's folder, with the version. */
  readonly file: string;
  readonly script: string;
  readonly licence: string;
}

/**
 * The package, which nothing else needs: build/addons/forms/deno.lock pins it, so that who only starts the
 * service need not fetch its 80 MB. After another version:
 * `deno install --lock=build/addons/forms/deno.lock --entrypoint build/addons/forms/main.ts npm:@sveltia/cms@…`.
 */
const PACKAGE = "npm:@sveltia/cms@0.221.1";

/**
 * The folder of the package on this machine.
 *
 * @throws {TaskError} in a process that was started without build/addons/forms/deno.lock
 */
export function formsProgramFolder(): URL {
  const module = import.meta.resolve(PACKAGE);
  if (module.startsWith("file:")) return new URL("../", module);
  throw new TaskError(say`Cannot find ${PACKAGE}: write forms by deno task editor`);
}

/**
 * Reads the pinned Sveltia CMS: one script, which needs no build.
 *
 * @throws {TaskError} where the package is not on this machine
 */
export function readFormsProgram(folder: URL = formsProgramFolder()): FormsProgram {
  try {
    const { version } = JSON.parse(Deno.readTextFileSync(new URL("package.json", folder)));
    return {
      file: `sveltia-cms-${version}.js`,
      script: withoutMap(Deno.readTextFileSync(new URL("dist/sveltia-cms.js", folder))),
      licence: Deno.readTextFileSync(new URL("LICENSE.txt", folder)),
    };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskError(
      say`Cannot find ${PACKAGE} on this machine: run deno task editor where it can be fetched`,
    );
  }
}

/** The map, four times as large as the script, is not copied. */
function withoutMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n");
}

/** The page: it loads the copy beside it, and no other script in its place (W3C SRI). */
export function formsPage({ file, script }: FormsProgram, orders: FieldOrders): string {
  const hash = createHash("sha384").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Content</title>
  </head>
  <body>
    <script src="${file}" integrity="sha384-${hash}"></script>
    <script>
      (${registerContentFormats})(CMS, ${JSON.stringify(orders)});
    </script>
  </body>
</html>
`;
}

/** A browser remembers by this address which folder it may write to. */
const PORT = 8600;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html;charset=utf-8",
  js: "text/javascript;charset=utf-8",
  yml: "text/yaml;charset=utf-8",
  txt: "text/plain;charset=utf-8",
};

/**
 * Serves the page of the forms to this machine alone, until the process ends. Sveltia CMS offers to
 * work on a folder where its page comes from the machine itself, and nowhere else.
 */
export async function serveForms(folder: string): Promise<void> {
  const options = { hostname: "127.0.0.1", onListen };
  const answer = (request: Request) => fileAt(folder, request);
  await listen(
    () => Deno.serve({ ...options, port: PORT }, answer),
    () => Deno.serve({ ...options, port: 0 }, answer),
  ).finished;
}

/** Somebody else may have the port. */
function listen(first: () => Deno.HttpServer, second: () => Deno.HttpServer): Deno.HttpServer {
  try {
    return first();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    return second();
  }
}

function onListen({ port }: Deno.NetAddr): void {
  const address = `http://127.0.0.1:${port}/`;
  console.log(say`Open ${address} in Chrome or Edge; Ctrl-C ends it`);
}

/** Files of the folder itself, and none below or beside it. */
function fileAt(folder: string, { url }: Request): Response {
  const name = new URL(url).pathname.slice(1) || "index.html";
  const type = CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)];
  const path = `${folder}/${name}`;
  if (!/^[\w.-]+$/.test(name) || type === undefined || !isFile(path)) {
    return new Response(null, { status: 404 });
  }
  const headers = { "content-type": type, "cache-control": "no-store" };
  return new Response(Deno.readFileSync(path), { headers });
}
