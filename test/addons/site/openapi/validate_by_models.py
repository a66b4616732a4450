"""Holds the answer of each read against the models of datamodel-codegen: python validate_by_models.py BASE KEY."""

import json
import re
import sys
import urllib.parse
import urllib.request

import models
from pydantic import BaseModel

base, key = sys.argv[1:]


def answer(call):
    path = call["path"]
    for name, value in call["inPath"].items():
        path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
    query = urllib.parse.urlencode(call["inQuery"])
    request = urllib.request.Request(f"{base}{path}?{query}", headers={"x-api-key": key})
    with urllib.request.urlopen(request) as response:
        if call["kind"] == "stream":
            return response.readline()
        return response.read()


validated = 0
for call in json.load(open("calls.json")):
    body = answer(call)
    if call["kind"] != "json":
        assert body, call["id"]
        continue
    words = "".join(word[0].upper() + word[1:] for word in re.split(r"[.-]", call["id"]))
    model = getattr(models, call.get("schema") or f"{words}Response")
    assert issubclass(model, BaseModel), call["id"]
    model.model_validate_json(body)
    validated += 1

print(f"{validated} answers")
