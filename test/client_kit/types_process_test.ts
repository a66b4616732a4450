import assert from "node:assert/strict";
import { writePackage } from "./package.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** What compiles, and, below `@ts-expect-error`, what must not. */
const CALLS = `
import { createClient, OshibaseError, type Live, type Member, type OwnKey } from "./index.js";

const { bare, wrapped, v1, key, usage, rotateKey } = createClient({ baseUrl: "http://a.example", key: "J-osb_x" });

const members: Member[] = await bare("groupa").members();
members[0]!.status satisfies "active" | "trainee" | "graduated";
await bare("groupa").members({ status: "trainee", graduated_only: true });
// @ts-expect-error: a word that the parameter does not take
await bare("groupa").members({ status: "retired" });
// @ts-expect-error: a parameter that the endpoint does not have
await bare("groupa").members({ colour: "red" });
// @ts-expect-error: a text where true or false is taken
await bare("groupa").members({ graduated_only: "yes" });

(await wrapped("groupb").schedule({ status: "upcoming" })).data[0]!.state satisfies
  | "scheduled" | "cancelled" | "postponed";
// @ts-expect-error: the wrapped family answers with an object
(await wrapped("groupb").schedule()).map(String);
// @ts-expect-error: a field that an item does not have
(await wrapped("groupb").schedule()).data[0]!.colour;
// @ts-expect-error: an endpoint that the family does not have
wrapped("groupb").memberDetail({ url: "ani" });

(await v1().birthdaysUpcoming({ days: 30, timezone: "Asia/Tokyo" })).data[0]!.days_until.toFixed();
// @ts-expect-error: a number is taken
await v1().birthdaysUpcoming({ days: "30" });
// @ts-expect-error: what is required is missing
await v1().birthdayOfMember({});
// @ts-expect-error: nothing is taken
await bare("groupa").birthday({ month: 3 });
(await key()) satisfies OwnKey;
(await usage(7)).data[0]!.used.toFixed();
(await rotateKey(async ({ secret }) => await Promise.resolve(secret.length))).id satisfies string;
// @ts-expect-error: a place to keep the new secret is needed
await rotateKey();

(await bare("groupa").theater())[0]!.title satisfies string;
// @ts-expect-error: only pages of the bare list name whom a show celebrates
(await bare("groupa").theater())[0]!.seitansai;
(await bare("groupa").theater({ page: 1 })).theater[0]!.seitansai satisfies object[];
// @ts-expect-error: a page is an object
(await bare("groupa").theater({ perpage: 5 }))[0];
for await (const page of bare("groupa").newsPages({ perpage: 2 })) page.news[0]!.slug;
(await bare("groupa").live({ member: ["ani", "budi"] as const })) satisfies Live[];

for await (const told of bare("groupa").liveStream({}, { lastEventId: "7" })) {
  if (told.event === "snapshot") told.data[0]!.viewers satisfies number;
  // @ts-expect-error: only what has ended says when
  if (told.event === "started") told.data.ended_at;
  if (told.event === "ended") told.data.ended_at satisfies string;
  // @ts-expect-error: an event that the stream does not have
  if (told.event === "paused") break;
}

try {
  await key();
} catch (error) {
  if (!(error instanceof OshibaseError)) throw error;
  error.retryAfter satisfies number | undefined;
  if (error.type === "RATE_LIMITED") error.status satisfies 429;
  if (error.type === "USAGE_LIMIT_EXCEEDED") error.status satisfies 403 | 429;
  // @ts-expect-error: this refusal has another status
  if (error.type === "NOT_FOUND") error.status satisfies 403;
  // @ts-expect-error: a refusal that there is not
  if (error.type === "TEAPOT") throw error;
}
// @ts-expect-error: an address is needed
createClient({ key: "J-osb_x" });
// @ts-expect-error: an option that there is not
createClient({ baseUrl: "http://a.example", retries: 3 });
`;

/** What a client that is made for groups knows of them. */
const GROUPS = `
import { type BareGroup, createClient, type GroupEvent, type WrappedGroup } from "./index.js";

const { bare, wrapped, group } = createClient({ baseUrl: "http://a.example" });
const somebodys: string = String(Math.random());

bare("groupa") satisfies BareGroup;
bare("ga").family satisfies "bare";
wrapped("groupb") satisfies WrappedGroup;
// @ts-expect-error: a group that answers with the wrapper object
bare("groupb");
// @ts-expect-error: a group that answers with plain arrays
wrapped("groupa");
// @ts-expect-error: a group that there is not
bare("groupc");
// @ts-expect-error: a name that the compiler does not know
bare(somebodys);
(await group("groupa")) satisfies BareGroup;
(await group("groupb")) satisfies WrappedGroup;
const other = await group(somebodys);
// @ts-expect-error: nobody knows how this group answers
(await other.members()).length;
if (other.family === "bare") (await other.members()).length.toFixed();
else (await other.members()).total.toFixed();

(await bare("groupa").events()) satisfies GroupEvent[];
`;

/** What a client that is made for any service knows of its groups. */
const ANY_GROUP = `
import { createClient } from "./index.js";

const { bare, wrapped, group } = createClient({ baseUrl: "http://a.example" });
bare("groupb");
wrapped("groupa");
const found = await group("groupa");
// @ts-expect-error: nobody knows how this group answers
found.birthday();
if (found.family === "bare") found.birthday();
`;

const GROUP_NAMES = { bare: ["groupa", "ga"], wrapped: ["groupb"] };

Deno.test("a client that is made for the content's groups knows how each of them answers", async () => {
  for (const [program, groups] of [[GROUPS, GROUP_NAMES], [ANY_GROUP, undefined]] as const) {
    await using folder = await temporaryFolder();
    writePackage(folder.path, groups);
    Deno.writeTextFileSync(`${folder.path}/calls.ts`, program);
    assert.equal(await complaintsOf(folder.path), "");
  }
});

Deno.test("no type of the client hides one of the web's or the language's own", async () => {
  await using folder = await temporaryFolder();
  writePackage(folder.path);
  const types = Deno.readTextFileSync(`${folder.path}/index.d.ts`);
  const names = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name!);
  assert.ok(names.length > 40);
  const uses = names.map((name) =>
    `// @ts-expect-error: there is no type of this name\nexport type Own${name} = ${name};\n`
  );
  Deno.writeTextFileSync(`${folder.path}/calls.ts`, uses.join(""));
  assert.equal(await complaintsOf(folder.path), "");
});

Deno.test("a wrong parameter, value, field or type of refusal does not compile", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  writePackage(folder);
  Deno.writeTextFileSync(`${folder}/calls.ts`, CALLS);
  assert.equal(await complaintsOf(folder), "");
});

const BROWSER = ["dom", "dom.iterable", "dom.asynciterable", "esnext"];

/** What the compiler says of `calls.ts` and the client's types beside it, as a browser's program. */
async function complaintsOf(folder: string): Promise<string> {
  const compilerOptions = {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    lib: BROWSER,
  };
  Deno.writeTextFileSync(`${folder}/deno.json`, JSON.stringify({ compilerOptions }));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "calls.ts", "index.d.ts"],
    cwd: folder,
    env: { NO_COLOR: "1" },
  }).output();
  return code === 0 ? "" : new TextDecoder().decode(stderr);
}
