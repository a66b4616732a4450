import assert from "node:assert/strict";
import { crawl, GROUP, openSiteProgram, textOf } from "./site_program.ts";

const EMBEDS = ["live", "next", "birthdays"];
const FILES = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2004-07-04\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\nbirth_date: --12-01\n",
  "groupa/members/lama.yaml": "name: Lama Sekali\nbirth_date: 1999-07-02\nstatus: graduated\n",
  "groupa/shows/2026-07-05-batal.yaml":
    'title: Batal\ndate: 2026-07-05\ntime: "14:00"\nstate: cancelled\nmembers: [Bela Sari]\n',
};

Deno.test("a frame may be on any page, runs no script, and is loaded again each minute", async () => {
  await using site = await openSiteProgram(FILES);
  for (const name of EMBEDS) {
    for (const query of ["", "?theme=dark", "?theme=light&overlay=1", "?member=aya-putri"]) {
      const answer = await site.ask(`/embed/groupa/${name}${query}`);
      assert.equal(answer.status, 200, name + query);
      assert.equal(answer.headers.get("refresh"), "60");
      const policy = answer.headers.get("content-security-policy")!;
      assert.match(policy, /script-src 'none'/);
      assert.match(policy, /frame-ancestors \*/);
      assert.equal(answer.headers.has("x-frame-options"), false);
      const page = await answer.text();
      assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=/);
      assert.match(page, /<base target="_blank">/);
      const classes = /<html lang="en" class="([^"]*)">/.exec(page)![1];
      assert.equal(/dark/.test(classes!), query.includes("dark"));
      assert.equal(/overlay/.test(classes!), query.includes("overlay"));
      const again = await site.ask(`/embed/groupa/${name}${query}`, {
        headers: { "if-none-match": answer.headers.get("etag")! },
      });
      assert.deepEqual([again.status, again.headers.get("refresh")], [304, "60"]);
    }
  }
});

Deno.test("a frame shows the next shows and birthdays, of the members that are asked for", async () => {
  await using site = await openSiteProgram(FILES);
  const text = async (path: string) => textOf(await site.page(`/embed/groupa/${path}`));
  assert.match(
    await text("next"),
    /Next shows Sat 4 Jul 19:00 WIB Jendela Pagi 2 in the line-up .*14:00 WIB Batal ■ cancelled/,
  );
  assert.doesNotMatch(await text("next?member=aya-putri"), /Batal/);
  assert.doesNotMatch(await text("next?overlay=1"), /Batal/);
  assert.match(
    await text("birthdays"),
    /Aya Putri Sat 4 Jul · turns 22 .*Bela Sari Tue 1 Dec Group/,
  );
  assert.doesNotMatch(await text("birthdays"), /Lama/);
  assert.doesNotMatch(await text("birthdays?member=Bela%20Sari"), /Aya/);
  assert.match(await text("live"), /On air now Broadcasts are not followed here\./);
  site.app.at("2026-07-05T07:00:00Z");
  assert.match(await text("next"), /No show is announced\./);
  assert.match(await text("birthdays"), /Bela Sari .*Aya Putri Sun 4 Jul 2027 · turns 23/);
});

Deno.test("a frame refuses what it does not know, with the reason", async () => {
  await using site = await openSiteProgram(FILES);
  for (const query of ["theme=blue", "theme=", "overlay=yes", "member=nobody", "member="]) {
    const answer = await site.ask(`/embed/groupa/next?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(textOf(await answer.text()), /takes/, query);
  }
  assert.equal((await site.ask("/embed/groupa/nothing")).status, 404);
  assert.equal((await site.ask("/embed/groupa")).status, 404);
});

Deno.test("the group's page and the front page have the line to paste for each frame, and it works", async () => {
  await using site = await openSiteProgram(FILES);
  const page = await site.page(GROUP);
  const front = await site.page("/");
  assert.doesNotMatch(front, /embed\/groupb/);
  for (const name of EMBEDS) {
    const address = `https://oshibase.example/embed/groupa/${name}`;
    assert.ok(front.includes(`&lt;iframe src=&quot;${address}&quot; title=&quot;`), name);
    assert.ok(page.includes(`&lt;iframe src=&quot;${address}&quot; title=&quot;`), name);
    assert.ok(page.includes(`${address}?overlay=1`), name);
    assert.equal((await site.ask(new URL(address).pathname)).status, 200);
  }
  assert.ok((await crawl(site, GROUP)).size > 8);
});
