import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** A digest of all rows of all tables of a database but one: SHA-256, in hexadecimal digits. */
export async function digestTables(
  db: DatabaseSync,
  { except }: { readonly except: string },
): Promise<string> {
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256");
  const add = (bytes: Uint8Array) => void hash.update(`${bytes.length}:`).update(bytes);
  const encoder = new TextEncoder();
  for (const name of tablesOf(db)) {
    if (name === except) continue;
    add(encoder.encode(name));
    for (const value of valuesOf(db, name)) {
      add(value instanceof Uint8Array ? value : encoder.encode(`${typeof value} ${value}`));
    }
  }
  return hash.digest("hex");
}

function tablesOf(db: DatabaseSync): string[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    .map(({ name }) => String(name));
}

/** All values of a table, in the order in which the file holds its rows. */
function* valuesOf(db: DatabaseSync, table: string): Generator<SQLOutputValue> {
  const reading = db.prepare(`SELECT * FROM "${table}"`);
  reading.setReadBigInts(true);
  for (const row of reading.iterate()) yield* Object.values(row);
}
