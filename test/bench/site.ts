import { eachSide } from "./turns.ts";
import { type CommandLine, run, shell, start } from "./process.ts";

/** Content, what a checkout of the program built of it, and a store that it made. */
export interface Site {
  readonly content: string;
  /** The slug of a member, and the file of an article. */
  readonly member: string;
  readonly article: string;
  readonly out: string;
  readonly serve: CommandLine;
  readonly build: CommandLine;
  readonly key: string;
  readonly token: string;
}

/** The shipped content, or so many times 5,000 files: a bare group and a wrapped one. */
export type Size = "shipped" | number;
const FILES_5000 = { members: 325, shows: 1500, news: 600, events: 66, videocalls: 20 };

/** What customers have: a quota, a rate above any load, ranges of addresses. */
const PLAN = `
metered:
  rate: { per_second: 100000, burst: 1000000 }
  quota: { requests: 20000000, per: month, timezone: Asia/Jakarta }
`;
const RANGES = "--ip 10.0.0.0/8 --ip 203.0.113.0/24 --ip 127.0.0.0/8";

/** Takes the files of a commit into a folder. */
export async function checkOut(commit: string, folder: string): Promise<string> {
  Deno.mkdirSync(folder);
  await shell(`git archive -o ${folder}.tar "${commit}" && tar -xf ${folder}.tar -C ${folder}`);
  return folder;
}

/** Makes content, a build, a store, a key and a token, all by the commands of the program in a folder. */
export async function createSite(program: string, place: string, size: Size): Promise<Site> {
  const content = `${place}/content`;
  Deno.mkdirSync(place);
  if (size === "shipped") await shell(`cp -r content ${content}`, program);
  else {
    const { writeContent } = await import(`${program}/test/build/content_generator.ts`);
    const larger = Object.entries(FILES_5000).map(([kind, count]) => [kind, count * size]);
    writeContent(content, { groups: 2, ...Object.fromEntries(larger) });
  }
  Deno.writeTextFileSync(`${content}/plans.yaml`, PLAN, { append: true });
  const [out, store] = [`${place}/out`, `${place}/kv/own.kv`];
  const folders = { CONTENT_DIR: content, OUT_DIR: out, KV_PATH: store };
  const env = { ...folders, LIVE: "off", PORT: "0", DRAIN_MS: "0" };
  const { serve, build, admin } = await linesOf(program, env);
  await run(build);
  // A server makes the store.
  await using _server = await start(serve);
  const ask = async (words: string) =>
    JSON.parse(await run({ ...admin, args: [...admin.args, ...words.split(" "), "--json"] }));
  const email = "--email bench@oshibase.example";
  const { secret: key } = await ask(`key issue --owner Bench ${email} --plan metered ${RANGES}`);
  const { id } = await ask(`token apply --organization Bench --name Budi ${email}`);
  const { secret: token } = await ask(`token review ${id} --approve`);
  const first = (files: string) => `$(ls ${content}/group*/${files} | head -n 1)`;
  const member = await shell(`basename ${first("members/*.yaml")} .yaml`);
  const article = await shell(`echo ${first("news/*.md")}`);
  return { content, member, article, out, serve, build, key, token };
}

/** The command lines of tasks as their shell makes them, so that the program alone is measured. */
async function linesOf(cwd: string, env: Record<string, string>) {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${cwd}/deno.json`));
  return await eachSide({ serve: "serve", build: "build", admin: "admin" }, async (task) => {
    const [, ...args] = (await shell(`echo ${tasks[task].command}`, cwd, env)).split(" ");
    return { args, cwd, env };
  });
}
