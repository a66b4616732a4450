import assert from "node:assert/strict";
import { readDumpDate } from "../../build/dates/read_moment.ts";

const JAKARTA = { zone: "Asia/Jakarta" };

const FORMS: Record<string, readonly unknown[]> = {
  "digits, day first": ["26/08/2006", "26-08-2006", "26 / 8 / 2006", "26/8/2006"],
  "dotted": ["26.08.2006", "26.8.2006", "2006.08.26", "2006.8.26."],
  "digits, month first": ["08/26/2006", "8-26-2006"],
  "year first": ["2006-08-26", "2006/08/26", "2006-8-26"],
  "ISO with time and without zone": [
    "2006-08-26T00:00:00",
    "2006-08-26 23:59:59.000",
    "2006-08-26T07:30",
  ],
  "instants": ["2006-08-26T00:00:00Z", "2006-08-25T17:00:00.000Z", "2006-08-26T20:00:00+09:00"],
  "eight digits": ["20060826", 20060826],
  "weekday in front": [
    "Sabtu, 26 Agustus 2006",
    "Sabtu 26/08/2006",
    "Saturday, August 26, 2006",
    "Sat, 26 Aug 2006",
    "Sat, 26 Aug 2006 00:00:00 GMT",
    "Sat Aug 26 2006 00:00:00 GMT+0700 (Western Indonesia Time)",
    "土曜日 2006年8月26日",
    "2006年8月26日(土)",
    "2006年8月26日（土）",
  ],
  "Indonesian months": ["26 Agustus 2006", "26 agt 2006", "26-Agu-2006"],
  "Malay months": ["26 Ogos 2006", "Ogos 26, 2006"],
  "English months": ["26 August 2006", "August 26th, 2006", "26-Aug-2006", "Aug. 26 2006"],
  "Japanese months": [
    "2006年8月26日",
    "2006 年 08 月 26 日",
    "２００６年８月２６日",
    "平成18年8月26日",
    "26 八月 2006",
    "26 Hachigatsu 2006",
  ],
  "epoch seconds": [1156525200, "1156525200", 1156611599],
  "epoch milliseconds": [1156525200000, "1156525200000", 1156550400123.5],
};

for (const [name, forms] of Object.entries(FORMS)) {
  Deno.test(`readMoment() reads ${name}`, () => {
    for (const form of forms) {
      const moment = readDumpDate(form, JAKARTA);
      assert.equal(moment && "day" in moment && moment.day, "2006-08-26", String(form));
    }
  });
}

Deno.test("readMoment() reads the time of day that stands behind a date", () => {
  const cases: [value: unknown, time: string][] = [
    ["26 Agustus 2006 19:00 WIB", "19:00:00"],
    ["26 Agustus 2006 19:00 ICT", "19:00:00"],
    ["26 Agustus 2006 pukul 20.00 WITA", "19:00:00"],
    ["27 Agustus 2006 01:30 KST", "23:30:00"],
    ["26 Agustus 2006, pukul 19.30", "19:30:00"],
    ["26/08/2006 7:05 PM", "19:05:00"],
    ["08/26/2006 12:00 am", "00:00:00"],
    ["2006-08-26T19:00:00", "19:00:00"],
    ["2006年8月26日(土) 18:30", "18:30:00"],
    ["2006-08-26T12:00:00Z", "19:00:00"],
    [1156593600, "19:00:00"],
  ];
  for (const [value, time] of cases) {
    const moment = readDumpDate(value, JAKARTA);
    assert.ok(moment && "day" in moment, String(value));
    assert.deepEqual([moment.day, moment.time], ["2006-08-26", time], String(value));
  }
});

Deno.test("readMoment() reads a date of two meanings by the order that is given, and else by none", () => {
  const read = (text: string, order?: "dmy" | "mdy" | "ymd") => {
    const moment = readDumpDate(text, { ...JAKARTA, order });
    return moment && ("day" in moment ? moment.day : [...moment.readings.keys()]);
  };
  assert.deepEqual(read("03/04/2006"), ["2006-04-03", "2006-03-04"]);
  assert.equal(read("03/04/2006", "dmy"), "2006-04-03");
  assert.equal(read("03/04/2006", "mdy"), "2006-03-04");
  assert.deepEqual(read("03.04.06"), ["2006-04-03", "2006-03-04", "2003-04-06"]);
  assert.equal(read("03.04.06", "ymd"), "2003-04-06");
  assert.equal(read("31-12-99", "mdy"), "1999-12-31");
  assert.equal(read("04/04/2006"), "2006-04-04");
  assert.equal(read("08/26/2006", "dmy"), "2006-08-26");
});

Deno.test("readMoment() takes nothing for a date that is none", () => {
  const none = ["31/02/2006", "2006-02-30", "TBA", "26", 26, 2006, "26 Foo 2006", true, null, {}];
  none.push("26 Mei 2006 19:00 ABC");
  for (const value of [...none, "20061332", 1e18, NaN, Infinity, "1/2/3/4", "99/99/9999"]) {
    assert.equal(readDumpDate(value, JAKARTA), undefined, String(value));
  }
});
