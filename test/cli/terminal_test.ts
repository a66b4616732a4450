import assert from "node:assert/strict";
import { CommandError } from "../../src/admin/command/command.ts";
import { readSeen, readUnseen, type Terminal } from "../../src/cli/terminal.ts";

/** A terminal whose input comes in these pieces; records what it was asked to do. */
function terminalWith(isPerson: boolean, ...pieces: (string | Uint8Array)[]) {
  const did: string[] = [];
  const input = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece
  );
  const terminal: Terminal = {
    isPerson,
    read: () => Promise.resolve(input.shift()),
    setRaw: (on) => void did.push(on ? "raw" : "cooked"),
    write: (text) => void did.push(text),
  };
  return { terminal, did };
}

Deno.test("readUnseen() turns the echo off before it asks, and on again", async () => {
  const { terminal, did } = terminalWith(true, "s", "3cr", "et\r");
  assert.equal(await readUnseen(terminal, "Password"), "s3cret");
  assert.deepEqual(did, ["raw", "Password: ", "cooked", "\n"]);
});

Deno.test("readUnseen() takes back what is erased, whole characters", async () => {
  const { terminal } = terminalWith(true, "wrong\x15", "geh€\x7f", "🌸\b", "eim\n");
  assert.equal(await readUnseen(terminal, "Password"), "geheim");
});

Deno.test("readUnseen() puts a character together that comes in two pieces", async () => {
  const bytes = new TextEncoder().encode("€\r");
  const { terminal } = terminalWith(true, bytes.subarray(0, 1), bytes.subarray(1));
  assert.equal(await readUnseen(terminal, "Password"), "€");
});

Deno.test("readUnseen() can be given up, and leaves the terminal as it was", async () => {
  for (const end of ["abc\x03", "\x04", undefined]) {
    const { terminal, did } = terminalWith(true, ...end === undefined ? [] : [end]);
    await assert.rejects(readUnseen(terminal, "Password"), CommandError);
    assert.deepEqual(did, ["raw", "Password: ", "cooked", "\n"]);
  }
});

Deno.test("readSeen() asks and reads a line", async () => {
  const { terminal, did } = terminalWith(true, "root\n");
  assert.equal(await readSeen(terminal, "Administrator"), "root");
  assert.deepEqual(did, ["Administrator: "]);
});
