import assert from "node:assert/strict";
import { textOf } from "./site_program.ts";
import { openSiteProgram } from "./site_program.ts";

const KEY = "J-osb_demo";
const AT_HOME = { address: "127.0.0.1", headers: { host: "localhost:8000" } };

Deno.test("the front page has the key of the start in a request to paste, for a person at this machine alone", async () => {
  await using site = await openSiteProgram();
  const { clock } = site.app;
  const home = async (headers: Record<string, string>, address = AT_HOME.address) =>
    await site.ask("/", { from: address, headers });
  const shows = async (...asked: Parameters<typeof home>) =>
    (await (await home(...asked)).text()).includes(KEY);
  assert.equal(await shows(AT_HOME.headers), false, "before there is one");
  site.app.service.offerDemoKey(KEY, clock.now() + 1000);
  const answer = await home(AT_HOME.headers);
  assert.match(answer.headers.get("cache-control")!, /^private, max-age=0$/);
  assert.match(textOf(await answer.text()), new RegExp(`curl -H .*${KEY}.*/api/groupa/members`));
  const others: Parameters<typeof home>[] = [
    [AT_HOME.headers, "192.0.2.7"],
    [{ ...AT_HOME.headers, "x-forwarded-for": "127.0.0.1" }],
    [{ ...AT_HOME.headers, forwarded: "for=127.0.0.1" }],
    [{ host: "rebound.example:8000" }],
    [{ ...AT_HOME.headers, origin: "https://evil.example" }],
    [{ ...AT_HOME.headers, "sec-fetch-site": "cross-site" }],
    [{ ...AT_HOME.headers, "sec-fetch-site": "same-site" }],
  ];
  for (const asked of others) {
    assert.equal(await shows(...asked), false, JSON.stringify(asked));
    assert.equal((await home(...asked)).headers.get("cache-control"), "public, max-age=30");
  }
  for (const own of ["none", "same-origin"]) {
    assert.ok(await shows({ ...AT_HOME.headers, "sec-fetch-site": own }), own);
  }
  await clock.advance(1000);
  assert.equal(await shows(AT_HOME.headers), false, "when it has ended");
});

Deno.test("the front page and a group's pages name its calendars and feeds to programs", async () => {
  await using site = await openSiteProgram();
  for (const path of ["/", "/groups/groupa", "/groups/groupa/members"]) {
    const page = await site.page(path);
    for (
      const feed of ['schedule.ics" type="text/calendar', 'news.atom" type="application/atom+xml']
    ) {
      assert.ok(page.includes(`<link rel="alternate" href="/api/groupa/${feed}">`), path);
    }
  }
});

Deno.test("the front page shows what plays today as tickets, and the rest of the week by day", async () => {
  await using site = await openSiteProgram({
    "groupa/shows/sore.yaml":
      'title: Sore\ndate: 2026-07-01\ntime: "10:00"\nmembers: [Aya, Tamu]\n',
    "groupa/shows/nanti.yaml": "title: Nanti\ndate: 2026-07-20\n",
  });
  const text = textOf(await site.page("/"));
  assert.match(text, /On air now .* Today today 10:00 WIB Sore 2 in the line-up /);
  assert.match(text, /This week Sat 4 Jul 19:00 WIB Jendela Pagi .*Birthdays /);
  assert.doesNotMatch(text, /Nanti/);
});
