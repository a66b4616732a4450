"""What the generator of requests fills in for formats that are the document's own."""

import os

import schemathesis
from hypothesis import strategies

ZONES = ["Asia/Jakarta", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Pacific/Apia", "UTC"]

schemathesis.openapi.format("time-zone", strategies.sampled_from(ZONES))
schemathesis.openapi.format("names", strategies.just(os.environ["EVERYWHERE"]))
