"""Asks each read once by the client that openapi-python-client has made: python ask_by_client.py BASE KEY."""

import enum
import importlib
import json
import pkgutil
import re
import sys
import typing

import oshibase
from oshibase import AuthenticatedClient

base, key = sys.argv[1:]
client = AuthenticatedClient(base_url=base, token=key, prefix="", auth_header_name="x-api-key", timeout=30)

for module in pkgutil.walk_packages(oshibase.__path__, "oshibase."):
    importlib.import_module(module.name)


def fitting(function, values):
    """The values in the types that the function takes."""
    hints = typing.get_type_hints(function)
    fitted = {}
    for name, value in values.items():
        # A name that the function has for itself is another there.
        name = next(one for one in (name, f"{name}_", f"{name}_query") if one in hints)
        kinds = [hints[name], *typing.get_args(hints[name])]
        kind = next((one for one in kinds if isinstance(one, type) and issubclass(one, enum.Enum)), None)
        fitted[name] = kind(value) if kind else value
    return fitted


asked = 0
for call in json.load(open("calls.json")):
    name = re.sub(r"[.-]", "_", call["id"])
    module = importlib.import_module(f"oshibase.api.{call['tag']}.{name}")
    values = {**call["inPath"], **call["inQuery"]}
    if call["kind"] == "stream":
        request = module._get_kwargs(**fitting(module._get_kwargs, values))
        with client.get_httpx_client().stream(**request) as response:
            assert response.status_code == 200, name
            assert next(response.iter_lines()), name
    else:
        response = module.sync_detailed(client=client, **fitting(module.sync_detailed, values))
        assert response.status_code == 200, (name, response)
        assert response.parsed is not None, name
        if call.get("schema"):
            assert type(response.parsed).__name__ == call["schema"], (name, type(response.parsed))
    asked += 1

print(f"{asked} reads")
