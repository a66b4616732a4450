import assert from "node:assert/strict";
import { addAdmin, issueKey } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { socketCall } from "../support/socket_call.ts";
import { noteFigure } from "./figures.ts";

const ROUNDS = 4;
const REQUESTS = 200;
/** Slow answers need not be waited for that often. */
const MAX_MS = 2000;
const GUESSERS = 6;
/** One derivation on the event loop takes some 300 times as long as an answer. */
const MOST = 5;

Deno.test("others are answered as fast while passwords are being guessed", async () => {
  await using fixture = await createServerFixture();
  const { secret } = await issueKey(fixture.store);
  await addAdmin(fixture.store, "root", "good password");
  await using server = await fixture.start();

  const askOften = async () => {
    const times: number[] = [];
    const giveUpAt = performance.now() + MAX_MS;
    while (times.length < REQUESTS && performance.now() < giveUpAt) {
      const began = performance.now();
      const answer = await fetch(`${server.base}api/bunga/members`, {
        headers: { "x-api-key": secret },
      });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      assert.equal(answer.status, 200);
    }
    return times.sort((a, b) => a - b);
  };
  await askOften();

  let guesses = 0;
  const guessUntil = async (guesser: number, isOver: () => boolean) => {
    while (!isOver()) {
      const n = guesses++;
      const pair = [["username", "root"], ["password", `guess ${n}`]] as const;
      // From many addresses, so that none is sent away before its guess is looked at.
      const from = `127.2.${guesser}.${n % 250}`;
      const call = { path: "/api/kebun/members", headers: pair, from };
      assert.equal((await socketCall(server.base, call)).status, 403);
    }
  };

  const [quiet, guessed]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await askOften());
    let over = false;
    const guessers = Array.from({ length: GUESSERS }, (_, n) => guessUntil(n, () => over));
    const before = guesses;
    // At least one guess has been wrong, so that the others are under way.
    while (guesses <= before + GUESSERS) await new Promise((resolve) => setTimeout(resolve, 5));
    guessed.push(await askOften());
    over = true;
    await Promise.all(guessers);
  }
  const at = (share: number, rounds: number[][]) =>
    Math.min(...rounds.map((times) => times[Math.floor(times.length * share)]!));
  const [median, tail] = [0.5, 0.95].map((share) => at(share, guessed) / at(share, quiet));
  noteFigure(
    `others beside ${guesses} guesses`,
    `median × ${median!.toFixed(2)}, 95 % × ${tail!.toFixed(2)}`,
  );
  assert.ok(median! < MOST, `the median is ${median} times as long`);
});
