import { exists } from "../read/there.ts";
import { SCHEMA_FOLDER, schemaFiles } from "../schema/schemas.ts";

const SITE =
  `# What visitors and callers see. Change all three before you put the service on the web.
title: Oshibase
contact: admin@oshibase.example
base_url: https://api.oshibase.example
# Say with licence on what terms others may use the data: CC0-1.0 asks for nothing, CC-BY-4.0 for the name of the
# source, which attribution says.
`;

const PLANS = `# What each package of keys allows. A rate or quota may also be the word unlimited.
standard:   { rate: { per_second: 10,  burst: 30 },   quota: { requests: 5000,     per: day,   timezone: Asia/Jakarta } }
priority:   { rate: { per_second: 30,  burst: 90 },   quota: { requests: 50000,    per: day,   timezone: Asia/Jakarta } }
developer:  { rate: { per_second: 50,  burst: 200 },  quota: { requests: 1000000,  per: month, timezone: Asia/Jakarta } }
enterprise: { rate: { per_second: 500, burst: 2000 }, quota: { requests: 20000000, per: month, timezone: Asia/Jakarta } }
`;

/** The files that every content folder has: those that are missing under `root`, by path. */
export function missingSiteFiles(root: string): Map<string, string> {
  const files = new Map([[`${root}/site.yaml`, SITE], [`${root}/plans.yaml`, PLANS]]);
  if (!exists(`${root}/${SCHEMA_FOLDER}`)) {
    for (const [name, text] of schemaFiles()) files.set(`${root}/${SCHEMA_FOLDER}/${name}`, text);
  }
  return new Map([...files].filter(([path]) => !exists(path)));
}
