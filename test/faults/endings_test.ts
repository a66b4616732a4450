import assert from "node:assert/strict";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { noteFigure } from "./figures.ts";

const ENDINGS = sizeOf({ default: 3, full: 30 });

Deno.test(`a server that nobody asks ends within 200 ms of SIGINT, in the median of ${ENDINGS}`, async () => {
  await using fixture = await createServerFixture();
  const times: number[] = [];
  for (let n = 0; n < ENDINGS; n++) {
    const server = await fixture.start();
    const begun = performance.now();
    server.process.kill("SIGINT");
    assert.equal((await server.process.status).code, 0);
    times.push(performance.now() - begun);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  noteFigure(`${ENDINGS} ends by SIGINT`, `median ${median.toFixed(0)} ms`);
  assert.ok(median <= 200, `${median} ms`);
});
