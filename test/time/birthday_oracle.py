"""
Answers questions about birthdays by Python's datetime, zoneinfo and the tzdata package alone.

The first line of output is `<release> <zone>,<zone>,...`. The first line of input is a JSON list of
people, `{id, birth_date, leap_day, timezone}`, as YAML has them; it is answered by how many there are.
Each further line is `<zone> <epoch ms> <days> <month or 0>`; its answer is JSON: `date` (today there),
`today`, `upcoming` within the days, and `month` (0: today's). A person there is
`[id, birth date, MM-DD, age, days until, next birthday, age then, whether it is today]`, by days until,
or in the month by its day, then by id. `days` are those days, by id, and `all` everybody, by id.
"""

import json
import sys
from datetime import date, datetime, timedelta, timezone
import tzdata
import zoneinfo

zoneinfo.reset_tzpath(to=[])
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def celebrated(year, month, day, custom):
    try:
        return date(year, month, day)
    except ValueError:
        return {"feb28": date(year, 2, 28), "mar1": date(year, 3, 1)}[custom]


def seen(person, today):
    text = person["birth_date"]
    if "T" in text:
        instant = datetime.fromisoformat(text.replace("Z", "+00:00"))
        text = str(instant.astimezone(zoneinfo.ZoneInfo(person["timezone"])).date())
    *year, month, day = (int(part) for part in text.lstrip("-").split("-"))
    custom = person["leap_day"]
    born = date(year[0], month, day) if year else None
    at = today if born is None else max(today, born)
    in_year = lambda year: celebrated(year, month, day, custom)
    following = min(one for one in (in_year(at.year), in_year(at.year + 1)) if one >= at)
    age = then = None
    if born is not None:
        had = [in_year(year) for year in range(born.year + 1, today.year + 1)]
        age = sum(one <= today for one in had)
        then = sum(in_year(year) <= following for year in range(born.year + 1, following.year + 1))
    known = "" if born is None else text
    days = (following - today).days
    place = in_year(today.year)
    row = [person["id"], known, text[-5:], age, days, str(following), then, days == 0]
    return row, place


def answer(people, name, ms, days, month):
    instant = EPOCH + timedelta(milliseconds=int(ms))
    today = instant.astimezone(zoneinfo.ZoneInfo(name)).date()
    rows = [seen(person, today) for person in people]
    soonest = sorted((row for row, _ in rows), key=lambda row: (row[4], row[0]))
    listed = int(month) or today.month
    by_day = sorted(
        ((row, place) for row, place in rows if place.month == listed),
        key=lambda pair: (pair[1].day, pair[0][0]),
    )
    return {
        "date": str(today),
        "today": [row for row in soonest if row[7]],
        "upcoming": [row for row in soonest if row[4] <= int(days)],
        "month": [row for row, _ in by_day],
        "days": {row[0]: place.day for row, place in by_day},
        "all": sorted(row for row, _ in rows),
    }


def main():
    sys.stdout.reconfigure(line_buffering=True)
    print(tzdata.IANA_VERSION, ",".join(sorted(zoneinfo.available_timezones())), flush=True)
    people = json.loads(sys.stdin.readline())
    print(len(people), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(people, *line.split())))


main()
