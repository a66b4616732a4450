/**
 * This room remembers which file each record of a dump went into.
 *
 * @module
 */

import { z } from "zod";
import { validate } from "../../check/validate.ts";
import type { ReportDiagnostic } from "../../diagnostic/diagnostic.ts";
import { readFile } from "../../read/read_file.ts";
import { exists } from "../../read/there.ts";
import { setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";
import { say } from "../../words/say.ts";

/** `content/<group>/import.yaml`: what imports into a group remember. It is no content. */
const memoryFile = z.strictObject({
  dates: z.enum(["dmy", "mdy", "ymd"]).optional(),
  map: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  values: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.coerce.string())))
    .default({}),
  members: z.record(z.string(), z.coerce.string()).default({}),
});

export type ImportMemory = z.infer<typeof memoryFile>;

function head(): string {
  const lines = [
    say`What deno task import remembers of this group's dumps. The service does not read it.`,
    say`dates: the order of dates such as 03/04/2006; map: their fields and ours, by kind;`,
    say`values: their values and ours, by kind and field; members: their ids and our files.`,
  ];
  return lines.map((line) => `# ${line}\n`).join("");
}

const ORDER = Object.keys(memoryFile.shape);

/** Reads what earlier imports remember; nothing where there is no such file. */
export function readMemory(folder: string, report: ReportDiagnostic): ImportMemory {
  const path = memoryPath(folder);
  const source = exists(path) ? readFile(path, report) : undefined;
  const file = source && source.value !== null && validate(memoryFile, source, report);
  return file || { map: {}, values: {}, members: {} };
}

/** The text of the file with everything in it; undefined where it has it all already. */
export function memoryText(folder: string, memory: ImportMemory): string | undefined {
  const values = Object.entries(memory)
    .filter(([, value]) => typeof value === "string" || Object.keys(value ?? {}).length > 0);
  const path = memoryPath(folder);
  if (values.length === 0) return undefined;
  if (!exists(path)) return head() + styledYaml(Object.fromEntries(values));
  const before = Deno.readTextFileSync(path);
  const after = values.reduce(
    (text, [field, value]) => setField(text, [field], value, ORDER),
    before,
  );
  return after === before ? undefined : after;
}

export function memoryPath(folder: string): string {
  return `${folder}/import.yaml`;
}
