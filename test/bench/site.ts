import { type ContentSize, LIVE_SIZE, writeContent } from "../support/content_generator.ts";
import { buildContent, command, permissionsOf } from "../support/server.ts";

/** What customers have: a quota, a rate above any load, three ranges of addresses. */
const METERED_PLAN = `metered:
  rate: { per_second: 100000, burst: 1000000 }
  quota: { requests: 20000000, per: month, timezone: Asia/Jakarta }
`;
const WHITELIST = ["10.0.0.0/8", "203.0.113.0/24", "127.0.0.0/8"];

/**
 * What requests are measured on: a bare and a wrapped group, with so many members and events that
 * their lists are about 190 and 30 KB, as those of the live service are.
 */
export const REQUEST_SIZE: ContentSize = { ...LIVE_SIZE, groups: 2, members: 325, events: 66 };

/** A content folder with its pack, its store and a customer's key. */
export interface Site {
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly servePermissions: readonly string[];
  readonly buildPermissions: readonly string[];
}

/** Names in generated content that paths are made of. */
export interface Generated {
  /** A member of `group1`. */
  readonly slug: string;
  /** A member of `group2`. */
  readonly nickname: string;
}

/** Builds the content that the repository ships. */
export function shippedSite(folder: string): Promise<Site> {
  return createSite(folder, "content", "enterprise");
}

/** Writes content of a size and builds it. */
export function generatedSite(folder: string, size: ContentSize): Promise<Site> {
  const content = `${folder}/content`;
  writeContent(content, size);
  Deno.writeTextFileSync(`${content}/plans.yaml`, METERED_PLAN);
  return createSite(folder, content, "metered");
}

/** Reads names back from what {@linkcode generatedSite} wrote for two groups. */
export function namesIn(site: Site): Generated {
  const file = (group: string) => {
    const folder = `${site.env["CONTENT_DIR"]}/${group}/members`;
    const name = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort()[0]!;
    return { slug: name.replace(".yaml", ""), text: Deno.readTextFileSync(`${folder}/${name}`) };
  };
  const nickname = /^nicknames: \[(\w+)\]$/m.exec(file("group2").text)![1]!;
  return { slug: file("group1").slug, nickname };
}

/** Makes a priority token. */
export async function issueToken({ env }: Site): Promise<string> {
  const applicant = ["--organization", "Bench", "--name", "Budi", "--email", "b@oshibase.example"];
  const { id } = await admin(env, ["token", "apply", ...applicant]);
  return (await admin(env, ["token", "review", id!, "--approve"])).secret!;
}

async function createSite(folder: string, content: string, plan: string): Promise<Site> {
  const env = {
    CONTENT_DIR: content,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/kv/store.kv`,
    LIVE: "off",
  };
  const { code, stderr } = await buildContent(env);
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  const owner = ["--owner", "Bench", "--email", "bench@oshibase.example", "--plan", plan];
  const ranges = WHITELIST.flatMap((range) => ["--ip", range]);
  const { secret } = await admin(env, ["key", "issue", ...owner, ...ranges]);
  const [servePermissions, buildPermissions] = await Promise.all([
    permissionsOf("serve", env),
    permissionsOf("build", env),
  ]);
  return { env, key: secret!, servePermissions, buildPermissions };
}

async function admin(
  env: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<{ readonly id?: string; readonly secret?: string }> {
  const args = ["run", "-A", "src/cli/main.ts", ...words, "--json", "--new-store"];
  const { code, stdout, stderr } = await command(args, env).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
