import assert from "node:assert/strict";
import { newEntries } from "../../../build/addons/service/changelog.ts";
import { readPin, withPin } from "../../../build/addons/service/pin.ts";

const BEFORE = `# Changelog

## Unreleased

### Editors

- Shows have tickets.

### Callers

- A new list,
  over two lines.
`;

const AFTER = `# Changelog

Words of its own.

## Unreleased

### Operators

- A store in Postgres.
- A second entry.

## [1.1.0] - 2026-12-01

### Editors

- Shows have tickets.
- Members have a history.

### Callers

- A new list,
  over two lines.
`;

Deno.test("what a changelog says between two engines is by whom it concerns, each entry once", () => {
  assert.equal(
    newEntries(AFTER, BEFORE),
    `## Unreleased

### Operators

- A store in Postgres.
- A second entry.

## [1.1.0] - 2026-12-01

### Editors

- Members have a history.
`,
  );
  assert.equal(newEntries(BEFORE, AFTER), "");
  assert.equal(newEntries(AFTER, AFTER), "");
  assert.equal(newEntries("", AFTER), "");
  assert.equal(newEntries(BEFORE.replaceAll("\n", "\r\n"), AFTER), "");
});

Deno.test("the line of the engine is read and changed, and no other", () => {
  const text = Deno.readTextFileSync("build/addons/service/engine.ts");
  const commit = "1".repeat(40);
  const pin = { address: "https://git.example/a$&b.git", commit };
  const changed = withPin(text, pin);
  assert.deepEqual(readPin(changed), pin);
  const different = changed.split("\n").filter((line, at) => line !== text.split("\n")[at]);
  assert.deepEqual(different, [`const ENGINE = "${pin.address}#${commit}";`]);
  assert.deepEqual(readPin(changed.replace("ENGINE = ", "ENGINE =\n  ")), pin);
  assert.equal(readPin(text.replace("const ENGINE", "let ENGINE")), undefined);
});
