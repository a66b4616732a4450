import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import type { Ended } from "../../support/command.ts";
import { contentDesk } from "../content_desk.ts";

/** Runs `deno task doctor` on the valid files with these over them. */
async function doctor(files: TreeFiles, words: readonly string[] = []): Promise<Ended> {
  await using desk = await contentDesk(files);
  const names = () =>
    [...Deno.readDirSync(`${desk.root}/groupa/members`)].map(({ name }) => name).sort();
  const before = names();
  const ended = await desk.run("doctor", ...words);
  assert.deepEqual(names(), before, "it writes nothing");
  return ended;
}

const DAY_MS = 86_400_000;
/** The day in Jakarta so many days from now. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MS + 7 * 3_600_000).toISOString().slice(0, 10);

/** The members of the valid files with nothing missing. */
const WHOLE: TreeFiles = {
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya]\nimg: https://img.example/a.jpg\nbirth_date: --03-03\n",
  "groupa/members/bela-sari.yaml":
    "name: Bela Sari\nnicknames: [Bela]\nimg: https://img.example/b.jpg\nbirth_date: 2004-02-29\n",
};

Deno.test("a folder in which nothing is missing is told so", async () => {
  const ended = await doctor(WHOLE);
  assert.deepEqual(ended, {
    ...{ code: 0, stderr: "" },
    stdout: "Looked through content: nothing is missing\n",
  });
});

Deno.test("what is missing is told by kind, with its file and what to write; graduates are counted", async () => {
  const files: TreeFiles = {
    ...WHOLE,
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\n",
    "groupa/members/cinta.yaml": "name: Cinta Ayu\nstatus: graduated\n",
    "groupa/shows/soon.yaml": `title: Malam\ndate: ${dayIn(14)}\ntime: "19:00"\n`,
    "groupa/shows/later.yaml": `title: Nanti\ndate: ${dayIn(15)}\n`,
    "groupa/shows/past.yaml": `title: Dulu\ndate: ${dayIn(-1)}\n`,
    "groupa/shows/off.yaml": `title: Batal\ndate: ${dayIn(2)}\nstate: cancelled\n`,
    "groupa/shows/draft.yaml": `title: Draf\ndate: ${dayIn(2)}\ndraft: true\n`,
  };
  const { code, stdout, stderr } = await doctor(files);
  assert.deepEqual([code, stderr], [0, ""]);
  const day = String.raw`\w{3},? \d+ \w{3}(?: \d{4})?`;
  assert.match(
    stdout,
    new RegExp(
      String.raw`^Members without a birth date: 1; of graduates: 1
  content/groupa/members/bela-sari\.yaml: Bela Sari
  They are in no list of birthdays\. Write birth_date, .*

Members without a picture: 1; of graduates: 1
  content/groupa/members/bela-sari\.yaml: Bela Sari
  .*

Shows of the next 14 days without a line-up: 1
  content/groupa/shows/soon\.yaml: Malam, ${day} 19:00 WIB
  .*

Looked through content: 3 gaps
$`,
    ),
  );
});

Deno.test("guests who look like members are told once each, with her name; known guests are not", async () => {
  const { code, stdout } = await doctor({
    ...WHOLE,
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Sari Lain]\n",
    "groupa/shows/malam.yaml":
      "title: Malam\ndate: 2026-01-02\nmembers:\n  - Aya Putry\n  - Tamu\n",
    "groupa/events/jabat.yaml":
      "title: Jabat\ndate: 2026-01-02\nmembers: [Bela Sari Dewi, Sari Lain, Putri]\n",
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - title: Surat\n    members: [Putri]\n",
    "groupa/setlists/jendela-pagi.yaml":
      "name: Jendela Pagi\nsongs:\n  - { title: Peluit, center: [Putri], unit: [Tamu] }\n",
  });
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `Guests who look like members: 3
  content/groupa/shows/malam.yaml:4:5: "Aya Putry": is it Aya Putri (aya-putri)?
  content/groupa/events/jabat.yaml:3:11: "Bela Sari Dewi": is it Bela Sari (bela-sari)?
  content/groupa/events/jabat.yaml:3:38: "Putri" (in 3 places): is it Aya Putri (aya-putri)?
  If it is she, write her name or add this one to her nicknames; if not, name the guest under guests in group.yaml

Looked through content: 3 gaps
`,
  );
});

Deno.test("paths narrow what is told", async () => {
  const files = { ...WHOLE, "groupa/members/cinta.yaml": "name: Cinta Ayu\n" };
  const own = await doctor(files, ["groupa/members/cinta.yaml"]);
  assert.match(own.stdout, /Looked through content\/groupa\/members\/cinta\.yaml: 2 gaps\n$/);
  const other = await doctor(files, ["groupa/members/aya-putri.yaml"]);
  assert.match(other.stdout, /nothing is missing\n$/);
});

Deno.test("content with errors is looked through as far as it can be read, and exits with 1", async () => {
  const { code, stdout } = await doctor({
    ...WHOLE,
    "groupa/members/aya-putri.yaml": "nmae: Aya Putri\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nbirth_date: 2004-02-29\n",
  });
  assert.equal(code, 1);
  assert.match(stdout, /^Members without a picture: 1\n.*bela-sari\.yaml: Bela Sari\n/);
  assert.match(stdout, /: 1 gap; errors keep some of it from being read: deno task check\n$/);
});
