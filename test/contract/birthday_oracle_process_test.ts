import assert from "node:assert/strict";
import { parse } from "yaml";
import { REPOSITORY } from "../support/contents.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { createPrng, type Prng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { parseTimezone } from "../../src/time/timezone.ts";
import { tzdataInForce } from "../../src/time/tzdata.ts";
import { TOOLS_PYTHON, withZoneinfo, type Zoneinfo } from "../time/zoneinfo.ts";
import { type World, world } from "../support/world.ts";

const INSTANTS = sizeOf({ default: 300, full: 20_000 });
const AT_ONCE = 500;
const PEOPLE = 60;
const FROM = Date.UTC(1975, 0, 1);
const TO = Date.UTC(2100, 0, 1);

/** What the oracle is told of somebody. */
interface Person {
  readonly id: string;
  readonly birth_date: string;
  readonly leap_day: "feb28" | "mar1";
  /** The group's, in which a birth date that is written as an instant is a date. */
  readonly timezone: string;
}

/** Somebody's birthday as the oracle tells it; see `birthday_oracle.py`. */
type Row = [
  id: string,
  birthDate: string,
  monthDay: string,
  age: number | null,
  daysUntil: number,
  next: string,
  ageThen: number | null,
  isToday: boolean,
];

interface Question {
  readonly zone: string;
  readonly at: number;
  readonly days: number;
  /** 0: today's. */
  readonly month: number;
}

interface Told {
  readonly date: string;
  readonly today: Row[];
  readonly upcoming: Row[];
  readonly month: Row[];
  /** The day on which somebody is in that list, by id. */
  readonly days: Record<string, number>;
  readonly all: Row[];
}

interface Item {
  readonly member_id: string;
  readonly birth_date: string;
  readonly birthday: string;
  readonly current_age?: number;
  readonly days_until: number;
  readonly next_birthday: string;
  readonly age_on_next_birthday?: number;
  readonly is_today: boolean;
}

Deno.test({
  name:
    `birthdays of the shipped content and of ${PEOPLE} random people at ${INSTANTS} instants in ` +
    "random zones are those that Python tells",
  ignore: ignoredWithout("TOOLS_PYTHON", TOOLS_PYTHON !== undefined),
  fn: async () => {
    const prng = createPrng(testSeed());
    await using folder = await temporaryFolder();
    await writePeople(folder.path, prng);
    for (const content of [REPOSITORY.content, folder.path]) {
      const people = await peopleIn(content);
      assert.ok(people.length >= PEOPLE, `${people.length} people in ${content}`);
      await using app = await world({ content, now: REPOSITORY.now });
      await withZoneinfo((oracle) => compare(app, oracle, people, prng), "birthday_oracle.py");
    }
  },
});

async function compare(
  app: World,
  { release, zones, ask }: Zoneinfo,
  people: readonly Person[],
  prng: Prng,
): Promise<void> {
  assert.equal(release, tzdataInForce(), "pin the tzdata of the runtime in .ci/tools");
  assert.deepEqual(await ask([JSON.stringify(people)]), [`${people.length}`]);
  const known = zones.filter(isKnown);
  assert.ok(known.length > 590, `only ${known.length} zones`);
  for (let left = INSTANTS / 2; left > 0; left -= AT_ONCE) {
    const questions = Array.from(
      { length: Math.min(left, AT_ONCE) },
      () => questionOf(prng, known, people),
    );
    const answers = await ask(
      questions.map(({ zone, at, days, month }) => `${zone} ${at} ${days} ${month}`),
    );
    for (const [n, question] of questions.entries()) {
      const told: Told = JSON.parse(answers[n]!);
      await compareOne(app, question, told, prng.pick(told.all));
    }
  }
}

async function compareOne(app: World, question: Question, told: Told, one: Row): Promise<void> {
  const { zone, at, days, month } = question;
  app.at(at);
  const timezone = `timezone=${encodeURIComponent(zone)}`;
  const asked = JSON.stringify(question);
  const lists = [
    [`today?${timezone}`, told.today],
    [`upcoming?${timezone}&days=${days}`, told.upcoming],
    [month === 0 ? `?${timezone}` : `?${timezone}&month=${month}`, told.month],
  ] as const;
  for (const [path, rows] of lists) {
    const { date, total, data } = await app.json(
      `/v1/birthdays${path[0] === "?" ? "" : "/"}${path}`,
    );
    assert.deepEqual([date, total], [told.date, rows.length], asked);
    const found = data.map(rowOf) as Row[];
    // People of one day are in the order of their names, which is another test's.
    const ordered = path[0] === "?" ? (row: Row) => told.days[row[0]] : (row: Row) => row[4];
    assert.deepEqual(found.map(ordered), rows.map(ordered), `${path} ${asked}`);
    assert.deepEqual(byId(found), byId(rows), `${path} ${asked}`);
  }
  const detail = await app.json(`/v1/birthdays/${one[0]}?${timezone}`);
  assert.deepEqual([detail.date, rowOf(detail)], [told.date, one], asked);
}

function byId(rows: readonly Row[]): Row[] {
  return rows.toSorted(([one], [other]) => one < other ? -1 : 1);
}

function rowOf(item: Item): Row {
  return [
    ...[item.member_id, item.birth_date, item.birthday] as const,
    ...[item.current_age ?? null, item.days_until, item.next_birthday] as const,
    ...[item.age_on_next_birthday ?? null, item.is_today] as const,
  ];
}

/** Half of them are within two days of somebody's birthday in a year, or of the end of February. */
function questionOf(prng: Prng, zones: readonly string[], people: readonly Person[]): Question {
  let at = FROM + Math.floor(prng.fraction() * (TO - FROM));
  if (prng.happens(0.5)) {
    const year = new Date(at).getUTCFullYear();
    const near = prng.happens(0.3) ? "02-29" : prng.pick(people).birth_date.slice(0, 10).slice(-5);
    const [month, day] = near.split("-").map(Number);
    at = Date.UTC(year, month! - 1, day) + prng.between(-48, 48) * 3_600_000;
  }
  const month = prng.happens(0.5) ? 0 : prng.between(1, 12);
  return { zone: prng.pick(zones), at, days: prng.between(1, 366), month };
}

function isKnown(zone: string): boolean {
  try {
    return parseTimezone(zone) !== "";
  } catch {
    return false;
  }
}

/** Everybody of a content folder whose birth date is known, by what the files say. */
async function peopleIn(content: string): Promise<Person[]> {
  const people: Person[] = [];
  for await (const { name: group, isDirectory } of Deno.readDir(content)) {
    if (!isDirectory || group === "schema") continue;
    const { leap_day = "feb28", timezone = "Asia/Jakarta" } = parse(
      await Deno.readTextFile(`${content}/${group}/group.yaml`),
    );
    for await (const { name } of Deno.readDir(`${content}/${group}/members`)) {
      const member = parse(await Deno.readTextFile(`${content}/${group}/members/${name}`));
      const { birth_date } = member;
      if (birth_date !== undefined && member.draft !== true) {
        people.push({ id: name.replace(/\.yaml$/, ""), birth_date, leap_day, timezone });
      }
    }
  }
  return people;
}

/** Two groups of people, one of each custom; many are of the end of February, of some no year is known. */
async function writePeople(folder: string, prng: Prng): Promise<void> {
  await writeSmallContent(folder);
  await Deno.writeTextFile(
    `${folder}/kebun/group.yaml`,
    "name: Kebun\nfamily: wrapped\nleap_day: mar1\n",
  );
  for (let n = 0; n < PEOPLE; n++) {
    const group = n % 2 === 0 ? "bunga" : "kebun";
    const lines = [
      `name: Person ${n}`,
      `generation: gen1-${group}`,
      "status: active",
      `birth_date: ${birthDate(prng)}`,
    ];
    await Deno.writeTextFile(
      `${folder}/${group}/members/person-${n}.yaml`,
      `${lines.join("\n")}\n`,
    );
  }
}

function birthDate(prng: Prng): string {
  const isLeapDay = prng.happens(0.3);
  const year = isLeapDay ? 4 * prng.between(490, 504) : prng.between(1960, 2019);
  const dayOfYear = isLeapDay
    ? 59
    : prng.happens(0.2)
    ? prng.between(57, 61)
    : prng.between(0, 364);
  const date = new Date(Date.UTC(year, 0, 1 + dayOfYear)).toISOString().slice(0, 10);
  return prng.happens(0.2) ? `--${date.slice(5)}` : date;
}
