import assert from "node:assert/strict";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram } from "../../support/program.ts";
import { dataOf, GROUP, openSiteProgram } from "./site_program.ts";

/** What search engines do not show a type without, and a form for each value that has one. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  MusicEvent: ["name", "startDate", "location", "eventStatus", "performer", "organizer", "url"],
  Place: ["address"],
  Offer: ["url"],
  Person: ["name"],
  NewsArticle: ["headline", "datePublished", "author", "publisher", "url"],
  MusicGroup: ["name"],
  Organization: ["name"],
};
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;
const ADDRESS = /^https?:\/\/[^\s]+$/;
const DAY_OR_INSTANT = new RegExp(`${DATE.source}|${INSTANT.source}`);
const FORMS: Readonly<Record<string, RegExp>> = {
  "@context": /^https:\/\/schema\.org$/,
  url: ADDRESS,
  mainEntityOfPage: ADDRESS,
  image: ADDRESS,
  sameAs: ADDRESS,
  startDate: DAY_OR_INSTANT,
  endDate: INSTANT,
  datePublished: INSTANT,
  validFrom: INSTANT,
  birthDate: DATE,
  headline: /^.{1,110}$/,
  eventStatus: /^https:\/\/schema\.org\/Event(?:Scheduled|Cancelled|Postponed)$/,
};

function assertHolds(data: Readonly<Record<string, unknown>>): void {
  const type = String(data["@type"]);
  assert.ok(type in REQUIRED, type);
  for (const name of REQUIRED[type]!) assert.notEqual(data[name], undefined, `${type}.${name}`);
  for (const [name, value] of Object.entries(data)) {
    assert.notEqual(value, null);
    const values = [value].flat();
    assert.ok(values.length > 0, `${type}.${name}`);
    for (const one of values) {
      if (typeof one === "object") assertHolds(one as Record<string, unknown>);
      else assert.match(String(one), FORMS[name] ?? /\S/, `${type}.${name}`);
    }
  }
}

/** The data of a page, held against the table. */
// deno-lint-ignore no-explicit-any
function held(page: string): any {
  const data = dataOf(page);
  assertHolds(data);
  return data;
}

Deno.test("JSON-LD of the shipped content has what search engines require, on every page with an item", async () => {
  await using app = await createProgram(REPOSITORY);
  let second = app.clock.now();
  const map = await (await app.ask("/sitemap.xml", { key: null })).text();
  const paths = [...map.matchAll(/<loc>https:\/\/[^/]*(\/groups\/[^<]*)<\/loc>/g)]
    .map(([, path]) => path!)
    .filter((path, place) => /(?:members|news)\//.test(path) || place % 7 === 0)
    .filter((path) => /(?:members|shows|news)\/|groupa$/.test(path));
  const types = new Set<string>();
  for (const path of paths) {
    app.at(second += 100);
    types.add(held(await (await app.ask(path, { key: null })).text())["@type"]);
  }
  assert.deepEqual([...types].sort(), ["MusicEvent", "MusicGroup", "NewsArticle", "Person"]);
});

Deno.test("data says whether a show takes place, when, and who is in it, and of a member what is so", async () => {
  await using site = await openSiteProgram({
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: --07-04\n",
    "groupa/members/lama.yaml": "name: Lama\nstatus: graduated\nbirth_date: 2001-02-03\n",
    "groupa/shows/batal.yaml":
      'title: Batal\ndate: 2026-07-05\ntime: "14:00"\nstate: cancelled\nurl: https://tiket.example/1\n',
    "groupa/shows/tunda.yaml": "title: Tunda\ndate: 2026-07-06\nstate: postponed\nvenue: Teater\n",
    "groupa/shows/malam.yaml":
      'title: Malam\ndate: 2026-07-07\ntime: "19:00"\nduration: 2h\nurl: https://tiket.example/2\n' +
      "members: [Aya, Tamu]\nposter: https://img.example/malam.jpg\n",
  });
  const data = async (path: string) => held(await site.page(`${GROUP}/${path}`));
  const cancelled = await data("shows/batal");
  assert.equal(cancelled.eventStatus, "https://schema.org/EventCancelled");
  assert.equal(cancelled.offers, undefined);
  assert.equal(cancelled.location.name, "Group A");
  const postponed = await data("shows/tunda");
  assert.equal(postponed.startDate, "2026-07-06");
  assert.equal(postponed.location.name, "Teater");
  const planned = await data("shows/malam");
  assert.equal(planned.startDate, "2026-07-07T19:00:00+07:00");
  assert.equal(planned.endDate, "2026-07-07T21:00:00+07:00");
  assert.deepEqual(planned.offers, [{ "@type": "Offer", url: "https://tiket.example/2" }]);
  const names = planned.performer.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ["Group A", "Aya Putri", "Tamu"]);
  const aya = await data("members/aya-putri");
  assert.deepEqual([aya.birthDate, aya.memberOf.name], [undefined, "Group A"]);
  const former = await data("members/lama");
  assert.deepEqual([former.birthDate, former.memberOf], ["2001-02-03", undefined]);
});
