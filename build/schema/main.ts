/**
 * This room writes JSON schemas, by which editors check content files.
 *
 * @module
 */

import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { writeWhole } from "../emit/write_file.ts";
import { SCHEMA_FOLDER, schemaFiles } from "./json_schema.ts";

const HELP = `Writes the schemas that editors complete from.

  deno task schema    writes <content>/schema/*.json

They are made from src/model/content; run it after a change there and commit what it writes.`;

try {
  Deno.exitCode = run(Deno.args);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exitCode = 1;
}

function run(args: readonly string[]): number {
  if (args.length > 0) {
    console.log(HELP);
    return args[0] === "--help" ? 0 : 2;
  }
  const { CONTENT_DIR } = readSettings((name) => Deno.env.get(name));
  const folder = `${CONTENT_DIR}/${SCHEMA_FOLDER}`;
  Deno.mkdirSync(folder, { recursive: true });
  const files = schemaFiles();
  for (const [name, text] of files) {
    writeWhole(`${folder}/${name}`, [new TextEncoder().encode(text)]);
  }
  console.log(`Wrote ${files.size} schemas into ${folder}`);
  return 0;
}
