import assert from "node:assert/strict";
import { Temporal } from "../../src/time/temporal.ts";
import { answers } from "./answers.ts";

Deno.test("Temporal is the runtime's own where there is one", () => {
  assert.equal(answers().native, true);
});

Deno.test("Temporal reads as a type by the same name as the value", () => {
  const date: Temporal.PlainDate = Temporal.PlainDate.from("2026-07-04");
  assert.equal(date.day, 4);
});

Deno.test("a runtime without Temporal gives the same answers through the polyfill", async () => {
  const worker = new Worker(new URL("./without_temporal_worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    const other = await new Promise<ReturnType<typeof answers>>((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => (event.preventDefault(), reject(new Error(event.message)));
    });
    assert.equal(other.native, false);
    assert.deepEqual(other.lines, answers().lines);
  } finally {
    worker.terminate();
  }
});
