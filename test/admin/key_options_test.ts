import assert from "node:assert/strict";
import { openDesk } from "./trail_harness.ts";

const ISSUE = ["key", "issue", "--email", "sari@fans.example", "--plan", "standard", "--owner"];

Deno.test("--was forbids a change of a key that was asked for on another plan, end or secret", async () => {
  const desk = openDesk();
  const { id } = await desk.run([...ISSUE, "Sari"]);
  const { hint } = await desk.run(["key", "show", id]);
  await desk.run(["key", "set-plan", id, "priority", "--was", "standard"]);
  await desk.run(["key", "extend", id, "2027-01-31", "--was", "never"]);
  await desk.run(["key", "extend", id, "2027-02-28", "--was", "2027-01-31"]);
  const kept = await desk.run(["key", "show", id]);
  const refusals: [string[], RegExp][] = [
    [["set-plan", id, "developer", "--was", "standard"], /its plan is priority by now, not stan/],
    [["extend", id, "never", "--was", "2027-01-31"], /its end is 2027-02-28 \(Asia\/Jakarta\) by/],
    [["extend", id, "never", "--was", "never"], /by now, not never/],
    [["extend", id, "never", "--was", "soon"], /Cannot use the date "soon"/],
    [["rotate", id, "--was", "J-…none"], /its secret is J-….{4} by now, not J-…none/],
  ];
  for (const [words, message] of refusals) {
    await assert.rejects(desk.run(["key", ...words]), message);
  }
  assert.deepEqual(await desk.run(["key", "show", id]), kept);
  await desk.run(["key", "rotate", id, "--was", hint]);
  await assert.rejects(desk.run(["key", "rotate", id, "--was", hint]), /by now/);
});

Deno.test("key list is sorted and filtered by options, and refuses names that there are not", async () => {
  const desk = openDesk();
  const ids: string[] = [];
  for (const owner of ["Citra", "ayu", "Éa"]) {
    ids.push((await desk.run([...ISSUE, owner])).id);
    desk.clock.set(desk.clock.now() + 1000);
  }
  await desk.run(["key", "set-plan", ids[1]!, "developer"]);
  await desk.run(["key", "revoke", ids[2]!]);
  const owners = async (...words: string[]) =>
    (await desk.run(["key", "list", ...words])).map(({ owner }: { owner: string }) => owner);
  assert.deepEqual(await owners(), ["Citra", "ayu", "Éa"]);
  assert.deepEqual(await owners("--sort", "owner"), ["ayu", "Citra", "Éa"]);
  assert.deepEqual(await owners("--sort", "owner", "--order", "desc"), ["Éa", "Citra", "ayu"]);
  assert.deepEqual(await owners("--sort", "state"), ["Citra", "ayu", "Éa"]);
  assert.deepEqual(await owners("--plan", "standard", "--state", "live"), ["Citra"]);
  assert.deepEqual(await owners("--plan", "gold"), []);
  for (
    const [words, message] of [
      [["--sort", "digest"], /sort "digest": expected one of created, owner/],
      [["--order", "up"], /order "up": expected one of asc, desc/],
      [["--state", "active"], /state "active": expected one of live, expired, revoked/],
    ] as const
  ) {
    await assert.rejects(owners(...words), message);
  }
});

Deno.test("audit tail shows what was done to one key, and to what belongs to it", async () => {
  const desk = openDesk();
  const [key, other] = [await desk.run([...ISSUE, "Sari"]), await desk.run([...ISSUE, "Budi"])];
  await desk.run(["key", "set-plan", key.id, "priority"]);
  const feed = await desk.run(["feed", "issue", key.id]);
  await desk.run(["feed", "issue", other.id]);
  await desk.run(["feed", "revoke", feed.id]);
  const commands = async (...words: string[]) =>
    (await desk.run(["audit", "tail", ...words])).map(({ command }: { command: string }) =>
      command
    );
  const all = ["key issue", "key set-plan", "feed issue", "feed revoke"];
  assert.deepEqual(await commands("--subject", key.id), all);
  assert.deepEqual(await commands("--subject", key.id, "--limit", "2"), all.slice(2));
  assert.deepEqual(await commands("--subject", feed.id), ["feed issue", "feed revoke"]);
  assert.deepEqual(await commands("--subject", key.id, "--kind", "use"), []);
  assert.deepEqual(await commands("--subject", key.id.slice(0, 8)), [], "a part is no id");
});
