"""Opens exported data with the tools that people use, and prints how many items each finds, as JSON."""
import json, subprocess, sqlite3, sys

import duckdb
import pandas

folder, groups = sys.argv[1], sys.argv[2].split(",")
KINDS = ["member", "show", "news", "event", "release", "setlist", "videocall"]
database = sqlite3.connect(f"file:{folder}/oshibase.sqlite?mode=ro", uri=True)


def by_pandas(kind):
    frame = pandas.read_sql_query(f'SELECT * FROM "{kind}"', database)
    return {group: int(count) for group, count in frame.groupby("group").size().items()}


def by_duckdb(kind):
    counts = {}
    for group in groups:
        lines = f"{folder}/{group}.ndjson"
        query = f"SELECT count(*) FROM read_json_auto('{lines}', maximum_object_size=4000000) WHERE kind = ?"
        count = duckdb.execute(query, [kind]).fetchone()[0]
        table = f"{folder}/{group}-{kind}.csv"
        if count > 0:
            assert duckdb.execute(f"SELECT count(*) FROM read_csv('{table}', header=true, all_varchar=true)").fetchone()[0] == count, table
            counts[group] = count
    return counts


def by_datasette(kind):
    query = f'/oshibase.json?_shape=array&sql=SELECT+"group",+count(*)+AS+n+FROM+"{kind}"+GROUP+BY+1'
    command = [sys.executable, "-m", "datasette", f"{folder}/oshibase.sqlite", "--get", query]
    rows = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return {row["group"]: row["n"] for row in rows}


datasette_kinds = ["member", "show"]
print(json.dumps({
    "pandas": {kind: by_pandas(kind) for kind in KINDS},
    "duckdb": {kind: by_duckdb(kind) for kind in KINDS},
    "datasette": {kind: by_datasette(kind) for kind in datasette_kinds},
}))
