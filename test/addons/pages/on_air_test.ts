import { cp } from "node:fs/promises";
import assert from "node:assert/strict";
import { createPanelProgram } from "../panel/operator.ts";
import { createFakeNet, hang, status } from "../../support/fake_net.ts";
import { createBusyNet, emptyScene, NOW, ON_AIR, PLATFORMS } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { textOf } from "./site_program.ts";

const { YOUTUBE_API_KEY: _, ...WITHOUT_YOUTUBE } = PLATFORMS;
const BROKEN = status(500);
const UNKNOWN = "Who is on air is not known.";

/** What is said while nobody is on air, in English and in Indonesian; `fails`: which platforms do. */
const SAID: readonly {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly fails?: readonly ("idn" | "showroom" | "youtube")[];
  readonly how?: () => Promise<Response>;
  readonly en: string;
  readonly id: string;
}[] = [
  { name: "all answer", en: "No member is on air.", id: "Belum ada anggota yang siaran." },
  {
    name: "one is not asked",
    env: WITHOUT_YOUTUBE,
    en: "No member is on air on IDN Live or SHOWROOM. YouTube is not asked.",
    id: "Belum ada anggota yang siaran di IDN Live atau SHOWROOM. YouTube tidak ditanyai.",
  },
  {
    name: "one is down",
    fails: ["showroom"],
    en: "No member is on air on IDN Live or YouTube. SHOWROOM cannot be asked at the moment.",
    id: "Belum ada anggota yang siaran di IDN Live atau YouTube. " +
      "SHOWROOM sedang tidak dapat ditanyai.",
  },
  {
    name: "all are down",
    fails: ["idn", "showroom", "youtube"],
    en: `${UNKNOWN} IDN Live, SHOWROOM and YouTube cannot be asked at the moment.`,
    id: "Belum diketahui siapa yang sedang siaran. " +
      "IDN Live, SHOWROOM, dan YouTube sedang tidak dapat ditanyai.",
  },
  {
    name: "no answer has come yet",
    fails: ["idn", "showroom"],
    how: hang,
    env: WITHOUT_YOUTUBE,
    en: `${UNKNOWN} IDN Live and SHOWROOM have not answered yet. YouTube is not asked.`,
    id: "Belum diketahui siapa yang sedang siaran. IDN Live dan SHOWROOM belum menjawab. " +
      "YouTube tidak ditanyai.",
  },
  {
    name: "live is off",
    env: { LIVE: "off" },
    en: "Broadcasts are not followed here.",
    id: "Siaran tidak dipantau di sini.",
  },
];

Deno.test("that nobody is on air is said of the platforms alone that said so", async (t) => {
  await using folder = await temporaryFolder();
  const content = await publicContent(folder.path);
  for (const { name, env = PLATFORMS, fails = [], how = BROKEN, en, id } of SAID) {
    await t.step(name, async () => {
      const net = createFakeNet();
      emptyScene(net.scene);
      for (const platform of fails) net.fail(platform, how);
      await using site = await openSite(content, { net, env });
      await site.pass(1);
      assert.ok(site.program.clock.now() < NOW + 2_000);
      const page = await site.text("");
      assert.equal(page.split(` On air now ${en} `).length, 3, page);
      assert.ok((await site.text("embed/kota/live")).includes(`On air now ${en} Kota`));
      assert.ok(
        (await site.text("embed/laut/live?overlay=1")).includes(`Sedang siaran ${id} Laut`),
      );
      const isTold = fails.length > 0;
      assert.equal((await site.text("groups/kota")).includes(`On air now ${en} `), isTold);
      assert.equal((await site.text("groups/laut")).includes(`Sedang siaran ${id} `), isTold);
    });
  }
});

Deno.test("the pages follow a platform that fails, is down, and answers again", async () => {
  await using folder = await temporaryFolder();
  const net = createBusyNet({ empty: true });
  net.fail("showroom", hang);
  await using site = await openSite(await publicContent(folder.path), { net, env: PLATFORMS });
  const says = async (said: string) => {
    for (const path of ["", "embed/kota/live"]) {
      const text = await site.text(path);
      assert.ok(text.includes(`On air now ${said}`), `${path}: ${text}`);
    }
  };
  const nobody = "No member is on air on IDN Live or YouTube.";
  await site.pass(1);
  await says(`${nobody} SHOWROOM has not answered yet.`);
  await site.pass(30);
  await says(`${nobody} SHOWROOM cannot be asked at the moment.`);
  net.fail("showroom", undefined);
  await site.pass(120);
  await says("No member is on air. ");
  net.fail("showroom", BROKEN);
  await site.pass(60);
  await says(`${nobody} What SHOWROOM answered last is old or not whole.`);
  await site.pass(11 * 60);
  await says(`${nobody} SHOWROOM cannot be asked at the moment.`);
});

Deno.test("a list of those on air names the platform that cannot be asked, and none that is not", async () => {
  await using folder = await temporaryFolder();
  const net = createBusyNet();
  net.fail("showroom", BROKEN);
  const env = WITHOUT_YOUTUBE;
  await using site = await openSite(await publicContent(folder.path), { net, env });
  await site.pass(5);
  for (const path of ["", "groups/kota", "embed/kota/live"]) {
    const text = await site.text(path);
    assert.match(text, /On air now .*Ani.* SHOWROOM cannot be asked at the moment\. /, path);
    assert.doesNotMatch(text, /No member|YouTube is not asked/, path);
  }
});

Deno.test("a member who is on air has a badge that leads to the broadcast, until she is not", async () => {
  await using folder = await temporaryFolder();
  const net = createBusyNet();
  const env = WITHOUT_YOUTUBE;
  await using site = await openSite(await publicContent(folder.path), { net, env });
  await site.pass(5);
  const answer = await site.program.ask("/groups/kota/members/ani-sari", { key: null });
  const page = await answer.text();
  assert.match(
    textOf(page),
    /◉ on air SHOWROOM since today 16:05 WIB ◉ on air IDN Live since today 16:00 WIB/,
  );
  assert.match(page, /href="https:\/\/www\.idn\.app\/kota_ani\/live\/ani-talks"/);
  emptyScene(net.scene);
  await site.pass(300);
  assert.doesNotMatch(await site.text("groups/kota/members/ani-sari"), /◉ on air/);
});

/** The groups of `test/fixtures/on_air`, of which two have pages: one in English, one in Indonesian. */
async function publicContent(folder: string): Promise<string> {
  const content = `${folder}/content`;
  await cp(ON_AIR, content, { recursive: true });
  for (const [group, language] of [["kota", "en"], ["laut", "id"]]) {
    const file = `${content}/${group}/group.yaml`;
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, `${text}\npublic: site\nlanguage: ${language}\n`);
  }
  return content;
}

async function openSite(content: string, { net, env }: {
  readonly net: ReturnType<typeof createFakeNet>;
  readonly env: Readonly<Record<string, string>>;
}) {
  const clock = createManualClock(NOW);
  net.scene.youtube.set("UCbukitResmi_00000000001", []);
  const options = { content, clock, net, env: { LIVE: "on", ...env }, plan: "standard" };
  const program = await createPanelProgram(options);
  const { live } = program.service;
  live.start();
  await clock.advance(0);
  return {
    program,
    text: async (path: string) =>
      textOf(await (await program.ask(`/${path}`, { key: null })).text()),
    /** Lets so many seconds pass, while somebody asks. */
    async pass(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        live.noteRequest();
        await clock.advance(1000);
      }
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
