import type { DatabaseSync } from "node:sqlite";

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  /** Null for what SQLite makes by itself. */
  readonly sql: string | null;
}

/** Puts the tables of one database in the place of another's, within the transactions that they are in. */
export function copyTables(
  source: DatabaseSync,
  target: DatabaseSync,
  { except }: { readonly except?: string } = {},
): void {
  for (const { name } of schemaOf(target, "table")) target.exec(`DROP TABLE "${name}"`);
  for (const { name, sql } of schemaOf(source, "table")) {
    if (name === except) continue;
    target.exec(sql!);
    copyRows(source, target, name);
  }
  for (const { sql } of schemaOf(source, "index")) target.exec(sql!);
}

function schemaOf(db: DatabaseSync, type: string): SchemaEntry[] {
  const entries = db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type = ?").all(type);
  return (entries as unknown as SchemaEntry[]).filter(({ sql }) => sql !== null);
}

function copyRows(source: DatabaseSync, target: DatabaseSync, table: string): void {
  const reading = source.prepare(`SELECT * FROM "${table}"`);
  reading.setReadBigInts(true);
  const places = source.prepare(`PRAGMA table_info("${table}")`).all().map(() => "?").join(",");
  const writing = target.prepare(`INSERT INTO "${table}" VALUES (${places})`);
  for (const row of reading.iterate()) writing.run(...Object.values(row));
}
