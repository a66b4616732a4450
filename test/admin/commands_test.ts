import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";

const ROOT = { username: "root", password: "good password" };

/** A command by both of its doors. `{key}` stands for the id that the command kept by that name made. */
type Step = [words: string, place: string, body?: Record<string, unknown>, keep?: string];

const SARI = { owner: "Sari", email: "sari@fans.example", plan: "standard" };
const KEY = "key issue --owner Sari --email sari@fans.example --plan standard";
const APPLY = "token apply --name Budi --email budi@fans.example --organization";
const BUDI = { name: "Budi", email: "budi@fans.example" };

const STEPS: Step[] = [
  [`${KEY} --ip 192.0.2.1 --ip 2001:DB8::/48 --group groupa`, "POST keys", {
    ...SARI,
    ...{ ip: ["192.0.2.1", "2001:DB8::/48"], group: ["groupa"] },
  }, "key"],
  [`${KEY.replace("Sari", "Ayu")} --expires 2031-01-31 --send`, "POST keys", {
    ...{ ...SARI, owner: "Ayu", expires: "2031-01-31", send: true },
  }, "other"],
  ["key list", "GET keys"],
  ["key list --search sari", "GET keys?search=sari"],
  ["key show {key}", "GET keys/{key}"],
  ["key usage {key} 3", "GET keys/{key}/usage?days=3"],
  ["key set-plan {key} priority", "POST keys/{key}/set-plan", { plan: "priority" }],
  ["key extend {key} 2031-01-31T19:00:00+07:00", "POST keys/{key}/extend", {
    expires: "2031-01-31T19:00:00+07:00",
  }],
  ["key credit {key} 7", "POST keys/{key}/credit", { requests: 7 }],
  ["key allow-ip {key} 198.51.100.0/24", "POST keys/{key}/allow-ip", { ip: "198.51.100.0/24" }],
  ["key deny-ip {key} 192.0.2.1", "POST keys/{key}/deny-ip", { ip: ["192.0.2.1"] }],
  ["key rotate {key}", "POST keys/{key}/rotate"],
  ["key rotate {key} --now", "POST keys/{key}/rotate", { now: true }],
  ["key feed {key}", "POST keys/{key}/feed"],
  ["webhook list --key {key}", "GET webhooks?key={key}"],
  ["webhook list", "GET webhooks"],
  ["webhook disable {webhook}", "POST webhooks/{webhook}/disable"],
  ["key revoke {other}", "POST keys/{other}/revoke"],
  [`${APPLY} Satu`, "POST tokens", { ...BUDI, organization: "Satu" }, "token"],
  [`${APPLY} Dua`, "POST tokens", { ...BUDI, organization: "Dua" }, "refused"],
  ["token review {token} --approve", "POST tokens/{token}/review", { approve: true }],
  ["token review {refused} --reject --reason Late", "POST tokens/{refused}/review", {
    ...{ reject: true, reason: "Late" },
  }],
  ["token regenerate {token}", "POST tokens/{token}/regenerate"],
  ["token revoke {token}", "POST tokens/{token}/revoke"],
  ["token list", "GET tokens"],
  ["user add rina", "POST users", { name: "rina" }],
  ["user passwd rina", "POST users/rina/passwd"],
  ["user list", "GET users"],
  ["user remove rina", "POST users/rina/remove"],
  ["code issue --uses 2 --email sari@fans.example", "POST codes", {
    ...{ uses: "2", email: "sari@fans.example" },
  }, "code"],
  ["code use {code}", "POST codes/{code}/use"],
  ["code list", "GET codes"],
  ["code revoke {code}", "POST codes/{code}/revoke"],
  ["code forget {code}", "POST codes/{code}/forget"],
  ["token forget {token}", "POST tokens/{token}/forget"],
  ["key forget {key}", "POST keys/{key}/forget"],
  ["audit tail --limit 5", "GET audit?limit=5"],
  ["audit tail --kind use", "GET audit?kind=use"],
  ["audit export --after 2 --limit 40", "GET audit/export?after=2&limit=40"],
];

/** What neither door takes: both say the same. */
const REFUSED: Step[] = [
  ["key issue --owner Sari", "POST keys", { owner: "Sari" }],
  [`${KEY} --ip 10.0.0.1/33`, "POST keys", { ...SARI, ip: "10.0.0.1/33" }],
  [`${KEY} --expires 31.1.2030`, "POST keys", { ...SARI, expires: "31.1.2030" }],
  [`${KEY} --group nope`, "POST keys", { ...SARI, group: ["nope"] }],
  ["key credit {key} many", "POST keys/{key}/credit", { requests: "many" }],
  ["key credit {key} 5", "POST keys/{key}/credit", { requests: 5 }],
  ["key show k_nobody", "GET keys/k_nobody"],
  ["token review {token}", "POST tokens/{token}/review"],
  ["code issue --uses 0", "POST codes", { uses: 0 }],
  ["code use {code}", "POST codes/{code}/use"],
  ["user remove nobody", "POST users/nobody/remove"],
  ["audit tail --limit ten", "GET audit?limit=ten"],
];

/** A world with a key of its own, and what it answers by one door; ids and secrets as they are. */
interface Door {
  readonly app: World;
  readonly kept: Map<string, string>;
  /** Every secret that was shown. */
  readonly secrets: string[];
  // deno-lint-ignore no-explicit-any
  readonly answer: (step: Step) => Promise<{ isDone: boolean; body: any }>;
}

const HOOK = "https://hook.example/very/secret/path";

async function openDoor(isHttp: boolean): Promise<Door> {
  const env = { ADMIN_API: "on" };
  const app = await world({ ...REPOSITORY, plans: "content", plan: null, env, faulty: true });
  await app.addAdmin(ROOT.username, ROOT.password);
  const kept = new Map<string, string>();
  const secrets = [HOOK];
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => kept.get(name)!);

  async function byWords(words: string) {
    const { code, out, err } = await app.run([...filled(words).split(" "), "--json"]);
    return code === 0
      ? { isDone: true, body: JSON.parse(out) }
      : { isDone: false, body: err.trim() };
  }

  async function byHttp(place: string, body: object = {}) {
    const [method, path] = filled(place).split(" ") as [string, string];
    const response = await app.ask(`/api/admin/${path}`, {
      ...{ method, key: null, headers: ROOT },
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    const isDone = response.status === 200;
    return { isDone, body: isDone ? answer : answer.hint ?? answer.message };
  }

  return {
    ...{ app, kept, secrets },
    async answer([words, place, body, keep]) {
      app.at(app.clock.now() + 1_000);
      const answer = await (isHttp ? byHttp(place, body) : byWords(words));
      secrets.push(...[answer.body.secret, answer.body.password].filter(Boolean));
      if (keep !== undefined) kept.set(keep, answer.body.id);
      if (keep === "key") {
        const asked = { key: answer.body.secret, method: "POST", from: "192.0.2.1" };
        const body = JSON.stringify({ url: HOOK });
        const made = await (await app.ask("/v1/webhooks", { ...asked, body })).json();
        kept.set("webhook", made.id);
        secrets.push(made.secret);
      }
      return answer;
    },
  };
}

/** The same text whatever the ids, the secrets and who asked from where. */
function masked(value: unknown, { kept }: Door): string {
  let text = JSON.stringify(value, (name, one) => ["by", "ip", "route"].includes(name) ? "" : one);
  for (const [name, id] of kept) text = text.replaceAll(id, `{${name}}`);
  return text.replaceAll(/[JPF]-osb_[\w.{}-]+/g, "SECRET").replaceAll(/([JP]-)?…\w{4}/g, "HINT")
    .replaceAll(/"\w{32}"/g, '"PASSWORD"').replaceAll(/"(\w{4}-){3}\w{4}"/g, '"CODE"');
}

/** The fields that the entry of a command shows, before and after. */
const ENTRIES: Record<string, [before: string | null, after: string | null]> = {
  "key issue": [null, "hint owner email plan groups ips created_at"],
  "key set-plan": ["plan", "plan"],
  "key extend": ["expires_at", "expires_at"],
  "key credit": [null, "requests outcome"],
  "key allow-ip": ["ips", "ips"],
  "key deny-ip": ["ips", "ips"],
  "key rotate": ["hint", "hint"],
  "key revoke": ["revoked_at", "revoked_at"],
  "key feed": ["", ""],
  "webhook disable": ["off_at off_reason", "off_at off_reason"],
  "token apply": [null, "hint organization name email state applied_at"],
  "token review": ["state reviewed_at", "state reviewed_at"],
  "token regenerate": ["hint regenerated_at", "hint regenerated_at"],
  "token revoke": ["state revoked_at", "state revoked_at"],
  "user add": [null, "created_at changed_at"],
  "user passwd": ["changed_at", "changed_at"],
  "user remove": ["created_at changed_at", null],
  "code issue": [null, "hint email limit used created_at"],
  "code use": ["used", "used"],
  "code revoke": ["revoked_at", "revoked_at"],
  "key forget": ["forgotten_at", "forgotten_at"],
  "token forget": ["forgotten_at", "forgotten_at"],
  "code forget": ["forgotten_at", "forgotten_at"],
};

/** What an entry says of its command; `outcome` of a change that takes several commits. */
interface Act {
  readonly seq: number;
  readonly by: string;
  readonly ip: string | null;
  readonly command: string;
  readonly subject: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

function assertEntries(acts: readonly Act[], actor: { by: string; ip: string | null }): void {
  for (const { command, subject, by, ip, before, after } of acts) {
    assert.deepEqual({ by, ip }, actor, command);
    const told = JSON.stringify({ command, subject, before, after });
    const fields = ENTRIES[command];
    // Personal data were looked at.
    if (fields === undefined) assert.deepEqual([subject, before, after], [null, null, null], told);
    else if (after !== null && "outcome" in after) {
      assert.match(String(after.outcome), /^(begun|done)$/);
    } else {
      for (const [n, side] of [before, after].entries()) {
        assert.equal(side === null, fields[n] === null, told);
        for (const name of fields[n]?.match(/\w+/g) ?? []) assert.ok(name in side!, told);
      }
    }
  }
}

Deno.test("each command answers the same on the command line and over HTTP, as JSON and as refusal, and leaves its entry", async () => {
  const [line, http] = [await openDoor(false), await openDoor(true)];
  await using _ = line.app;
  await using __ = http.app;
  for (const [isDone, steps] of [[true, STEPS], [false, REFUSED]] as const) {
    for (const step of steps) {
      const answers = [await line.answer(step), await http.answer(step)];
      const told = JSON.stringify([step, answers]);
      assert.deepEqual(answers.map((one) => one.isDone), [isDone, isDone], told);
      const [one, other] = [masked(answers[0]!.body, line), masked(answers[1]!.body, http)];
      assert.equal(one, other, told);
    }
  }
  const { body: table } = await http.answer(["", "GET commands"]);
  const tried = new Set(STEPS.map(([words]) => words.split(" ", 2).join(" ")));
  assert.deepEqual(
    table.map(({ noun, verb }: Record<string, string>) => `${noun} ${verb}`)
      .filter((name: string) => !tried.has(name)),
    [],
  );

  for (
    const [door, actor] of [[line, { by: "local", ip: null }], [http, {
      by: "root",
      ip: "127.0.0.1",
    }]] as const
  ) {
    const all: Act[] = await door.app.told(["audit", "export", "--kind", "admin"]);
    const acts = all.filter(({ by }) => by === actor.by);
    assertEntries(acts, actor);
    assert.deepEqual(all.map(({ seq }) => seq), all.map((_, n) => n + 1));
    const plan = acts.find(({ command }) => command === "key set-plan")!;
    assert.deepEqual([plan.subject, plan.before, plan.after], [
      ...[door.kept.get("key"), { plan: "standard" }, { plan: "priority" }],
    ]);

    // No secret stands in an entry, nor anywhere else in the store or the log.
    assert.ok(door.secrets.length > 8, `${door.secrets.length} secrets were shown`);
    const text = await textOf(door.app) + door.app.log.lines.join();
    for (const secret of door.secrets) {
      assert.ok(!text.includes(secret), `a secret is in the store: ${secret}`);
      assert.ok(!text.includes(secret.replaceAll("-", "")), `a secret is in the store: ${secret}`);
    }
    assert.doesNotMatch(JSON.stringify(acts), /digest|sealed|hash|salt|[JPF]-osb_\w/);
  }
});

/** Everything in a store, as text. */
async function textOf({ kv }: World): Promise<string> {
  const decoder = new TextDecoder();
  return JSON.stringify(
    await kv.list([]),
    (_, value) => value instanceof Uint8Array ? decoder.decode(value) : value,
  );
}

Deno.test("people read an array as a table, an object as facts, and a secret this once", async () => {
  await using app = await world({ ...REPOSITORY, plans: "content", plan: null });
  const words = KEY.replace("Sari", "推し").split(" ");
  const { out } = await app.run([...words, "--expires", "2031-01-31"]);
  assert.match(out, /^id {2}k_\w{12}\n\n {2}J-osb_\w{38}\n\nIt is not shown again\./);
  const [, id] = /^id {2}(\S+)/.exec(out)!;
  const { out: facts } = await app.run(["key", "show", id!]);
  assert.match(facts, /^owner +推し\n/m);
  assert.match(facts, /^expires at +2031-01-31 17:00:00 UTC\n/m);
  assert.doesNotMatch(facts, /^(groups|ips|revoked at)/m, "what is empty is left out");
  const many = ["1", "2", "3", "4"].map((n) => `192.0.2.${n}`);
  await app.run(["key", "allow-ip", id!, ...many]);
  const { out: table } = await app.run(["key", "list"]);
  assert.match(table, /^id +hint +owner +email +plan +ips +created at +expires at +used +limit\n/);
  assert.match(table, / 192\.0\.2\.1, 192\.0\.2\.2, \+2 /);
  assert.equal(
    (await app.run(["code", "list"])).out,
    'There are no codes yet; "code issue" makes one.\n',
  );
});
