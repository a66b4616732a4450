import assert from "node:assert/strict";
import { GROUP, openSiteProgram, textOf } from "./site_program.ts";

const FILES = {
  "groupa/group.yaml":
    "name: Group A\nfamily: bare\nlanguage: en\npublic: site\nshows_complete: true\n",
  "groupa/members/aya-putri.yaml": `name: Aya Putri
nicknames: [Aya]
team: Pagi
history:
  - { from: 2017-02-11, to: 2018-09-30, role: Trainee }
  - { from: 2018-09-30, team: Pagi }
`,
  "groupa/shows/2018-10-06-jendela-pagi.yaml":
    'setlist: Jendela Pagi\ndate: 2018-10-06\ntime: "19:00"\nmembers: [Aya]\n',
  "groupa/shows/2026-08-01-kereta.yaml": `title: Kereta
date: 2026-08-01
time: "19:00"
tickets:
  - { type: VIP, price: Rp250.000, sale_from: 2026-07-20 10:00 }
  - type: Reguler
`,
};

Deno.test("pages say a career by its years, milestones with a link, and each sort of ticket", async () => {
  await using site = await openSiteProgram(FILES);
  const member = textOf(await site.page(`${GROUP}/members/aya-putri`));
  assert.match(member, /Since 30 Sept? 2018 Pagi 11 Feb 2017 – 30 Sept? 2018 Trainee/i);
  assert.match(member, /First show 6 Oct 2018 Last show 6 Oct 2018 Setlists Jendela Pagi once/i);
  assert.doesNotMatch(member, /Counted since/);
  const past = await site.page(`${GROUP}/shows/2018-10-06-jendela-pagi`);
  assert.match(past, /<a href="[^"]*\/members\/aya-putri"[^>]*>Aya Putri<\/a>: /);
  const coming = await site.page(`${GROUP}/shows/2026-08-01-kereta`);
  assert.match(
    textOf(coming),
    /VIP Rp250\.000 on sale from Mon 20 Jul 10:00 WIB Tickets Reguler/,
  );
  assert.doesNotMatch(coming, /Milestones|<dd>\s*<\/dd>/);
});
