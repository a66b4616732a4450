"""
Answers questions about zones by Python's zoneinfo and the tzdata package alone.

The first line of output is `<release> <zone>,<zone>,...`. Each line of input is
`<zone> <epoch ms> <date> <time>`; each line of output answers one: the local day, the timestamp, the
next instant of another day, the start and the end of the date, and the instant of date and time; the
last four in epoch ms.
"""

import sys
from datetime import date, datetime, timedelta, timezone
import tzdata
import zoneinfo

zoneinfo.reset_tzpath(to=[])
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MS = timedelta(milliseconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def ms_of(instant):
    return (instant - EPOCH) // MS


def first(low, high, holds):
    """The first ms after `low`, and not after `high`, at which something holds that holds from then on."""
    low, high = ms_of(low), ms_of(high)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(EPOCH + middle * MS):
            high = middle
        else:
            low = middle
    return EPOCH + high * MS


def instant_of(naive, zone):
    """PEP 495: of a time shown twice the first, of a skipped one by the offset before the gap."""
    return naive.replace(tzinfo=zone).astimezone(timezone.utc)


def day_start(day, zone):
    midnight = datetime(day.year, day.month, day.day)
    start = instant_of(midnight, zone)
    if start.astimezone(zone).replace(tzinfo=None) == midnight:
        return start
    # Clocks skip midnight: the gap lies between what the offsets after and before it make of it.
    low = instant_of(midnight.replace(fold=1), zone)
    before = low.astimezone(zone).utcoffset()
    return first(low, start, lambda at: at.astimezone(zone).utcoffset() != before)


def next_day_start(instant, zone):
    """Looks at every hour, and at every minute of an hour in which the offset changes."""
    here = instant.astimezone(zone)
    today = here.date()
    while True:
        then = (instant + HOUR).astimezone(zone)
        if then.utcoffset() != here.utcoffset():
            then = (instant + MINUTE).astimezone(zone)
        at = then.astimezone(timezone.utc)
        if then.date() != today:
            return first(instant, at, lambda one: one.astimezone(zone).date() != today)
        instant, here = at, then


def timestamp(instant, zone):
    """Offsets of whole minutes, as in RFC 3339; those before standard time had seconds."""
    local = instant.astimezone(zone)
    seconds = int(local.utcoffset().total_seconds())
    minutes = (abs(seconds) + 30) // 60
    sign = "-" if seconds < 0 else "+"
    wall = local.replace(tzinfo=None, microsecond=0).isoformat()
    return f"{wall}{sign}{minutes // 60:02}:{minutes % 60:02}"


def answer(name, ms, day, time, zones={}):
    zone = zones.get(name) or zones.setdefault(name, zoneinfo.ZoneInfo(name))
    instant = EPOCH + int(ms) * MS
    day = date.fromisoformat(day)
    instants = (
        next_day_start(instant, zone),
        day_start(day, zone),
        day_start(day + DAY, zone),
        instant_of(datetime.fromisoformat(f"{day}T{time}"), zone),
    )
    local = instant.astimezone(zone).date()
    return f"{local} {timestamp(instant, zone)} {' '.join(str(ms_of(at)) for at in instants)}"


def main():
    sys.stdout.reconfigure(line_buffering=True)
    print(tzdata.IANA_VERSION, ",".join(sorted(zoneinfo.available_timezones())), flush=True)
    for line in sys.stdin:
        print(answer(*line.split()))


main()
