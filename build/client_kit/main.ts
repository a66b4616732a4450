import { clientFiles } from "./client_files.ts";

const FOLDER = "build/client";

const HELP = `Writes the client in TypeScript, a package without dependencies.

  deno task client    writes ${FOLDER}

It is made from the route tables; run it again after a change there.`;

Deno.exitCode = run(Deno.args);

function run(args: readonly string[]): number {
  if (args.length > 0) {
    console.log(HELP);
    return args[0] === "--help" ? 0 : 2;
  }
  Deno.mkdirSync(FOLDER, { recursive: true });
  const files = clientFiles(JSON.parse(Deno.readTextFileSync("deno.json")).license);
  for (const [name, text] of files) Deno.writeTextFileSync(`${FOLDER}/${name}`, text);
  console.log(`Wrote the client into ${FOLDER}: ${[...files.keys()].join(", ")}`);
  return 0;
}
