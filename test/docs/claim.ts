import assert from "node:assert/strict";
import type { Ask, Program } from "../support/program.ts";

/** A sentence of a page, and what the service answers if it is true. */
export interface Claim {
  /** The page below `/docs/`. */
  readonly page: string;
  /** A part of its Markdown, with single spaces. */
  readonly says: string;
  /** Asks the service, and fails if the sentence is false. */
  readonly holds: (program: Program) => Promise<void>;
}

/** A claim about one answer. */
export function answers(
  page: string,
  says: string,
  path: string,
  // deno-lint-ignore no-explicit-any
  expected: { status?: number; cost?: number; body?: (body: any) => unknown; head?: HeadCheck },
  ask: Ask = {},
): Claim {
  return {
    page,
    says,
    async holds(program) {
      const before = await used(program);
      const response = await program.ask(path, ask);
      const text = await response.text();
      assert.equal(response.status, expected.status ?? 200, text);
      expected.head?.(response.headers);
      if (expected.body) assert.ok(expected.body(JSON.parse(text)), text.slice(0, 500));
      if (expected.cost !== undefined) {
        assert.equal(await used(program) - before, expected.cost, `cost of ${path}`);
      }
    },
  };
}

type HeadCheck = (headers: Headers) => void;

async function used(program: Program): Promise<number> {
  return (await program.json("/v1/key")).used;
}

/** Whether a body is a refusal of a type. */
// deno-lint-ignore no-explicit-any
export const isRefusedAs = (type: string) => (body: any) => body.type === type;

/** A claim about a request whose key goes somewhere else than into `x-api-key`. */
export function withKey(
  page: string,
  says: string,
  makeAsk: (key: string) => [path: string, ask: Ask],
  status = 200,
): Claim {
  return {
    page,
    says,
    async holds(program) {
      const [path, ask] = makeAsk(program.key);
      const response = await program.ask(path, { key: null, ...ask });
      await response.body?.cancel();
      assert.equal(response.status, status);
    },
  };
}
