// What other programs and other places leave in content, and what only looks like it.
import assert from "node:assert/strict";
import { check } from "../support/check.ts";
import { makePng } from "../addons/picture/picture_files.ts";
import { world } from "../support/world.ts";

const news = (body: string) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\n\n${body}\n`;

Deno.test("addresses that lead somewhere on this service are no warning", () => {
  const { messages } = check({
    "groupa/pictures/aya.png": makePng({ seed: 1 }),
    "groupa/group.yaml": "name: Group A\nfamily: bare\naliases: [ga]\nimage: /pictures/aya.png\n",
    "groupb/group.yaml": "name: Group B\nfamily: bare\n",
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nimg: pictures/aya.png\n",
    "groupa/news/2026-08-01-kabar.md": news(
      "![p](/pictures/aya.png) ![p](pictures/aya.png) [a](/groupa/members/aya-putri) [b](/ga)\n" +
        "[c](/groupb?x=1) [d](/docs) [e](/openapi.json) [f](/) [g](#jadwal) `[h](/nihil)`",
    ),
  });
  assert.deepEqual(messages, []);
});

Deno.test("what looks like nothing, or like other Markdown, and is meant is no warning", () => {
  const { messages } = check({
    "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: none\n",
    "groupa/setlists/lagu.yaml": 'name: Lagu\nsongs: [None, Kosong, "Null", "???"]\n',
    "groupa/members/citra.yaml":
      'name: Citra\nnicknames: [Nan, Nil, Nonette]\nteam: "7"\ngeneration: "9"\nheight: 160\n',
    "groupa/news/2026-08-01-kabar.md": news([
      "#oshi #live",
      "#Oshibase\nhalo",
      "Mulai 19:00:30, harga $5 dan $10, a == b",
      "\\[^1] `{#b}` {kurung} [s] dan [s][s]",
      "it''s, O''Brien",
      "[s]: https://groupa.id/ 'Situs'\n[t]: <https://groupa.id/>",
      "[Info]: besok libur",
      "```\n: arti\n[^1]\n```",
      "Waktu: pagi:siang:malam, https://a:b@groupa.id:80/",
    ].join("\n\n")),
  });
  assert.deepEqual(messages, []);
});

Deno.test("no answer holds half a character; two halves that are written apart are one", async () => {
  const content = {
    "groupa/events/a.yaml":
      'title: "Malam \\ud83d"\ndate: 2026-08-01\nvenue: "\\ud83d\\ude00 \\ude00"\n',
    "groupa/members/citra.yaml": 'name: "Citra \\uD83D\\uDE00"\nhobby: "\\U0000DE00"\n',
    "groupa/news/2026-07-01-kabar.md":
      '---\ntitle: "\\ud83d"\ndate: 2026-07-01\n---\n\n&#xd83d; &#55357;\n',
  };
  assert.equal(check(content).messages.filter((text) => /Half a character/.test(text)).length, 4);
  await using app = await world({ content, now: "2026-07-04T10:00:00Z" });
  for (const path of ["events?from=2026-08-01", "members", "member/citra", "news"]) {
    const text = await (await app.ask(`/api/groupa/${path}`)).text();
    // A strict parser refuses a half as well as its sign.
    assert.equal(/\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed(), false, path);
  }
  assert.deepEqual(
    (await app.json("/api/groupa/events?from=2026-08-01") as { title: string; venue: string }[])
      .map(({ title, venue }) => [title, venue]),
    [["Malam \ufffd", "😀 \ufffd"]],
  );
});
