import assert from "node:assert/strict";
import type { MusicEvent, MusicGroup, NewsArticle, Person, WithContext } from "schema-dts";
import {
  musicEvent,
  musicGroup,
  newsArticle,
  person,
  type StructuredData,
} from "../../../src/addons/pages/structured_data.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram } from "../../support/program.ts";
import { dataOf, GROUP, openSiteProgram } from "./site_program.ts";

// What the program writes is what schema.org has: this is checked when the tests' types are.
type Written<Make extends (...args: never[]) => StructuredData> = ReturnType<Make>;
const _event = (data: Written<typeof musicEvent>): WithContext<MusicEvent> => data;
const _person = (data: Written<typeof person>): WithContext<Person> => data;
const _article = (data: Written<typeof newsArticle>): WithContext<NewsArticle> => data;
const _group = (data: Written<typeof musicGroup>): WithContext<MusicGroup> => data;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;
const ADDRESS = /^https?:\/\/[^\s]+$/;
const TEXT = /\S/;

/** What a value has to be: a form, one of some words, or an object of such values. */
type Rule = RegExp | readonly string[] | Rules | ((value: unknown) => void);
interface Rules {
  /** The type, and what search engines do not show it without. */
  readonly type: string;
  readonly required: Readonly<Record<string, Rule>>;
  /** What they would like to have: right if it is there. */
  readonly recommended?: Readonly<Record<string, Rule>>;
}

const PLACE: Rules = { type: "Place", required: { address: TEXT }, recommended: { name: TEXT } };
const named = (type: string): Rules => ({
  type,
  required: { name: TEXT },
  recommended: { url: ADDRESS },
});
const each = (...rules: readonly Rules[]) => (value: unknown): void => {
  assert.ok(Array.isArray(value) && value.length > 0);
  for (const one of value) assertHolds(one, rules.find(({ type }) => type === one["@type"])!);
};
const addresses = (value: unknown): void => {
  assert.ok(Array.isArray(value) && value.length > 0 && value.every((one) => ADDRESS.test(one)));
};

/** Required and recommended properties by type, as search engines document them for rich results. */
const TABLE: Readonly<Record<string, Rules>> = {
  MusicEvent: {
    type: "MusicEvent",
    required: {
      name: TEXT,
      startDate: (value) => assert.ok(DATE.test(String(value)) || INSTANT.test(String(value))),
      location: PLACE,
    },
    recommended: {
      description: TEXT,
      endDate: INSTANT,
      eventStatus: ["EventScheduled", "EventCancelled", "EventPostponed"]
        .map((word) => `https://schema.org/${word}`),
      eventAttendanceMode: ["https://schema.org/OfflineEventAttendanceMode"],
      image: addresses,
      offers: { type: "Offer", required: { url: ADDRESS } },
      organizer: named("MusicGroup"),
      performer: each(named("Person"), named("MusicGroup")),
      url: ADDRESS,
    },
  },
  Person: {
    type: "Person",
    required: { name: TEXT },
    recommended: {
      alternateName: (value) => assert.ok(Array.isArray(value) && value.length > 0),
      birthDate: DATE,
      birthPlace: TEXT,
      description: TEXT,
      image: ADDRESS,
      memberOf: named("MusicGroup"),
      sameAs: addresses,
      url: ADDRESS,
    },
  },
  NewsArticle: {
    type: "NewsArticle",
    required: {
      headline: (value) => assert.ok(TEXT.test(String(value)) && String(value).length <= 110),
    },
    recommended: {
      author: named("Organization"),
      datePublished: INSTANT,
      description: TEXT,
      image: addresses,
      inLanguage: TEXT,
      mainEntityOfPage: ADDRESS,
      publisher: named("Organization"),
      url: ADDRESS,
    },
  },
  MusicGroup: {
    type: "MusicGroup",
    required: { name: TEXT },
    recommended: { url: ADDRESS, image: ADDRESS },
  },
};

function assertHolds(data: Readonly<Record<string, unknown>>, rules: Rules): void {
  const { type, required, recommended = {} } = rules;
  assert.equal(data["@type"], type);
  for (const name of Object.keys(required)) {
    assert.notEqual(data[name], undefined, `${type} has ${name}`);
  }
  for (const [name, value] of Object.entries(data)) {
    if (name.startsWith("@")) continue;
    const rule = required[name] ?? recommended[name];
    assert.ok(rule, `${type}: ${name} is in the table`);
    assertValue(value, rule, `${type}.${name}: ${JSON.stringify(value)}`);
  }
}

function assertValue(value: unknown, rule: Rule, what: string): void {
  if (rule instanceof RegExp) assert.match(String(value), rule, what);
  else if (typeof rule === "function") rule(value);
  else if ("type" in rule) assertHolds(value as Record<string, unknown>, rule);
  else assert.ok(rule.includes(String(value)), what);
}

/** The data of a page, held against the table. */
// deno-lint-ignore no-explicit-any
function held(page: string): any {
  const data = dataOf(page);
  assert.equal(data["@context"], "https://schema.org");
  assertHolds(data, TABLE[data["@type"]]!);
  return data;
}

Deno.test("JSON-LD of the shipped content has what search engines require, on every page with an item", async () => {
  await using app = await createProgram(REPOSITORY);
  let second = app.clock.now();
  const map = await (await app.ask("/sitemap.xml", { key: null })).text();
  const paths = [...map.matchAll(/<loc>https:\/\/[^/]*(\/groups\/[^<]*)<\/loc>/g)]
    .map(([, path]) => path!).filter((path, place) =>
      /news\/|members\//.test(path) || place % 7 === 0
    );
  const types = new Set<string>();
  for (const path of paths.filter((path) => /(?:members|shows|news)\//.test(path))) {
    app.at(second += 100);
    types.add(held(await (await app.ask(path, { key: null })).text())["@type"]);
  }
  types.add(held(await (await app.ask("/groups/groupa", { key: null })).text())["@type"]);
  assert.deepEqual([...types].sort(), Object.keys(TABLE).sort());
});

Deno.test("a show says whether it takes place, when, and who is in it", async () => {
  await using site = await openSiteProgram({
    "groupa/shows/batal.yaml":
      'title: Batal\ndate: 2026-07-05\ntime: "14:00"\nstate: cancelled\nurl: https://tiket.example/1\n',
    "groupa/shows/tunda.yaml": "title: Tunda\ndate: 2026-07-06\nstate: postponed\nvenue: Teater\n",
    "groupa/shows/malam.yaml":
      'title: Malam\ndate: 2026-07-07\ntime: "19:00"\nduration: 2h\nurl: https://tiket.example/2\n' +
      "members: [Aya, Tamu]\nposter: https://img.example/malam.jpg\n",
  });
  const data = async (id: string) => held(await site.page(`${GROUP}/shows/${id}`));
  const cancelled = await data("batal");
  assert.equal(cancelled.eventStatus, "https://schema.org/EventCancelled");
  assert.equal(cancelled.offers, undefined);
  assert.equal(cancelled.location.name, "Group A");
  const postponed = await data("tunda");
  assert.equal(postponed.eventStatus, "https://schema.org/EventPostponed");
  assert.equal(postponed.startDate, "2026-07-06");
  assert.equal(postponed.location.name, "Teater");
  const planned = await data("malam");
  assert.equal(planned.eventStatus, "https://schema.org/EventScheduled");
  assert.equal(planned.startDate, "2026-07-07T19:00:00+07:00");
  assert.equal(planned.endDate, "2026-07-07T21:00:00+07:00");
  assert.deepEqual(planned.offers, { "@type": "Offer", url: "https://tiket.example/2" });
  assert.deepEqual(
    planned.performer.map(({ name }: { name: string }) => name),
    ["Group A", "Aya Putri", "Tamu"],
  );
});

Deno.test("a member's data has no birth date without its year, and no group that she has left", async () => {
  await using site = await openSiteProgram({
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: --07-04\n",
    "groupa/members/lama.yaml": "name: Lama\nstatus: graduated\nbirth_date: 2001-02-03\n",
  });
  const aya = held(await site.page(`${GROUP}/members/aya-putri`));
  assert.equal(aya.birthDate, undefined);
  assert.equal(aya.memberOf.name, "Group A");
  const former = held(await site.page(`${GROUP}/members/lama`));
  assert.equal(former.birthDate, "2001-02-03");
  assert.equal(former.memberOf, undefined);
});
