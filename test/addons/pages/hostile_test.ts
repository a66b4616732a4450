import assert from "node:assert/strict";
import { crawl, dataOf, GROUP, openSiteProgram } from "./site_program.ts";

const PAYLOADS = [
  `"><img src=x onerror=alert(1)></title><script>alert(1)</script>`,
  `</script><script>alert(1)</script><!--<script>`,
  `'-alert(1)-'&lt;&#x3c;`,
];

for (const payload of PAYLOADS) {
  Deno.test(`content is text on every page, frame and in JSON-LD, and runs nothing: ${payload}`, async () => {
    const quoted = JSON.stringify(payload);
    await using site = await openSiteProgram({
      "groupa/group.yaml": `name: ${quoted}\nfamily: bare\nlanguage: en\npublic: site\n`,
      "groupa/members/aya-putri.yaml":
        `name: ${quoted}\nnicknames: [Aya]\nhobby: ${quoted}\ngeneration: ${quoted}\n` +
        `description: ${quoted}\njikosokai: ${quoted}\nbirth_date: 2004-07-04\n`,
      "groupa/setlists/malam.yaml": `name: ${quoted}\nsongs: [${quoted}]\n`,
      "groupa/shows/malam.yaml":
        `title: ${quoted}\nsetlist: ${quoted}\nvenue: ${quoted}\ndate: 2026-07-09\n` +
        `members: [${quoted}, Bela Sari]\n`,
      "groupa/news/kabar.md":
        `---\ntitle: ${quoted}\ndate: 2026-06-02\ncategory: ${quoted}\n---\n\n<script>alert(1)</script>` +
        `<a href="javascript:alert(1)" onclick="alert(1)">x</a> </script>\n`,
      "groupa/releases/surat.yaml": `title: ${quoted}\ntype: single\ndescription: ${quoted}\n`,
    });
    const pages = await crawl(site, GROUP);
    for (const name of ["live", "next", "birthdays"]) {
      pages.set(name, await site.page(`/embed/groupa/${name}`));
    }
    assert.ok(pages.size > 12, `${pages.size} pages`);
    let names = 0;
    for (const [path, page] of pages) {
      const data = dataOf(page);
      if (data?.name === payload) names++;
      const rest = page.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, "");
      assert.doesNotMatch(rest, /<script|<img src=x|onerror=alert\(1\)>/i, path);
      // What stands between quotes is a value: a quote in it would be written as an entity.
      const tags = rest.replaceAll(/="[^"]*"/g, "");
      assert.doesNotMatch(tags, /<[^>]*\son\w+/i, path);
      assert.doesNotMatch(page, /(?:href|src)="\s*javascript:/i, path);
    }
    assert.ok(names >= 3, `${names} pages have it as a name in their JSON-LD`);
  });
}

Deno.test("a picture that content has as a path has its whole address in JSON-LD and Open Graph", async () => {
  await using site = await openSiteProgram({
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nimg: /pictures/aya.jpg\n",
  });
  const page = await site.page(`${GROUP}/members/aya-putri`);
  const data = dataOf(page);
  assert.deepEqual(data.image, ["https://oshibase.example/pictures/aya.jpg"]);
  assert.ok(page.includes(`content="${data.image[0]}"`), "and in Open Graph");
});

Deno.test("Japanese and Thai names, and ones too long for a line, are whole on every page", async () => {
  const names = ["小鳥遊 さくら子", "กานต์ธิดา วงศ์สุวรรณ", `Nawang${"sekar".repeat(30)}`];
  await using site = await openSiteProgram({
    "groupa/group.yaml": "name: 星の軒先\nfamily: bare\nlanguage: ja\npublic: site\n",
    "groupa/members/aya-putri.yaml": `name: ${names[0]}\n`,
    "groupa/members/bela-sari.yaml": `name: ${names[1]}\n`,
    "groupa/members/panjang.yaml": `name: ${names[2]}\n`,
    "groupa/shows/2026-07-04-jendela-pagi.yaml": `title: 朝の窓\ndate: 2026-07-04\nmembers:\n${
      names.map((name) => `  - ${name}\n`).join("")
    }`,
  });
  const page = await site.page(`${GROUP}/shows/2026-07-04-jendela-pagi`);
  for (const name of names) assert.ok(page.includes(`lang="ja"`) && page.includes(name), name);
  assert.match(page, /<html lang="en">/);
  assert.deepEqual(
    dataOf(page).performer.map(({ name }: { name: string }) => name),
    ["星の軒先", ...names],
  );
});
