import { createHash } from "node:crypto";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

/**
 * The package, which nothing else needs: build/addons/forms/deno.lock pins it, so that who only starts the
 * service need not fetch its 80 MB. After another version:
 * `deno install --lock=build/addons/forms/deno.lock --entrypoint build/addons/forms/main.ts npm:@sveltia/cms@…`.
 */
const PACKAGE = "npm:@sveltia/cms@0.221.1";

/** Where the program would load its fonts from, which lie in its package: a font, and a cut of it. */
const FONT = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+)[\w.:@]*\/([\w-]+)\.woff2/g;

/**
 * The folder of the package on this machine.
 *
 * @throws {TaskError} in a process that was started without build/addons/forms/deno.lock
 */
export function packageFolder(): URL {
  const module = import.meta.resolve(PACKAGE);
  if (module.startsWith("file:")) return new URL("../", module);
  throw new TaskError(say`Cannot find ${PACKAGE}: write forms by deno task editor`);
}

/**
 * The files of the page by name, but for its configuration: Sveltia CMS with its icons and letters.
 *
 * @throws {TaskError} where the package is not on this machine
 */
export function pageFiles(): Map<string, string | Uint8Array> {
  try {
    const folder = packageFolder();
    const { version } = JSON.parse(Deno.readTextFileSync(new URL("package.json", folder)));
    const assets = new URL("npm/assets/", folder);
    const names = [...Deno.readDirSync(assets)].map(({ name }) => name);
    const fonts = new Map<string, Uint8Array>();
    const script = Deno.readTextFileSync(new URL("dist/sveltia-cms.js", folder))
      // The map, four times as large as the script, is not copied.
      .replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n")
      .replace(FONT, (_, font: string, cut: string) => {
        const name = names.find((name) => name.startsWith(`${font}-${cut}-`)) ?? font;
        const terms = `${font}.LICENSE.txt`;
        for (const file of [name, terms]) fonts.set(file, Deno.readFileSync(new URL(file, assets)));
        return name;
      });
    const name = `sveltia-cms-${version}.js`;
    const licence = Deno.readTextFileSync(new URL("LICENSE.txt", folder));
    return new Map<string, string | Uint8Array>([
      ["index.html", page(name, script)],
      [name, script],
      ["LICENSE.sveltia-cms.txt", licence],
      ...fonts,
    ]);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskError(
      say`Cannot find ${PACKAGE} on this machine: run deno task editor where it can be fetched`,
    );
  }
}

/** No script and no font but the copies beside the page (CSP 3, W3C SRI); else it asks GitHub alone. */
const POLICY = "script-src 'self'; font-src 'self'; worker-src 'self' blob:; " +
  "connect-src 'self' blob: data: https://*.github.com https://*.githubusercontent.com";

function page(name: string, script: string): string {
  const hash = createHash("sha384").update(script).digest("base64");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <title>Content</title>
  </head>
  <body>
    <script src="${name}" integrity="sha384-${hash}"></script>
  </body>
</html>
`;
}
