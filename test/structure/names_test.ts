import assert from "node:assert/strict";
import { modules } from "./modules.ts";

/** An exported declaration: its name, and the room of `src` or `build` it stands in. */
interface ExportedName {
  readonly name: string;
  readonly path: string;
}

const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

/** Words that mean something only here, or several things, each with the one to use in its place. */
const PRIVATE_WORDS: Readonly<Record<string, RegExp>> = {
  HttpError: /refusal/i,
  RequestContext: /^visit|arrival|entrance/i,
  ParsedRequest: /^call$/i,
  "AnswerContext, uncachedRoute": /^(scene|moment|momentRoute)$/i,
  "FamilyMatch, SubRouter": /^(place|area)$|placeTable|findPlace/i,
  "ResponseTemplate, respondCached": /mould|respondKept|whenReady/i,
  "AccessRequest, credential sources, record cache": /door|carriers|shelf|shelves/i,
  "TicketWriter, Totals, TicketSnapshot": /^(pen|sheet|reading|tally|stock|farewell|outlook)$/i,
  "QuotaStatus": /standing/i,
  "deadline, interruptible sleep": /^(within|pause)$/i,
  "PolledBroadcast, LiveView": /sighting|pulse|^board$|chatDesk|freshen/i,
  "Discrepancy": /^flaw|witness/i,
  "CliEnv, Platform": /surroundings|outside/i,
  "notFound, secret outcome": /^(missing|shownOnce)$/i,
  "confusables, spelling, location": /lookalike|respell|spot\b/i,
  shutdown: /goodbye/i,
  "MAX_, MIN_": /^(MOST|LONGEST|LARGEST|LEAST|SHORTEST)_|_AT_MOST$/,
  "Deps, Options": /^[A-Z]\w*(Parts|Facts|Terms)$/,
};

Deno.test("an exported name is in one module of its top-level room", () => {
  const found = exportedNames();
  assert.ok(found.length > 800, `${found.length} names were read`);
  const paths = Map.groupBy(
    found,
    ({ name, path }) => `${path.split("/").slice(0, 2).join("/")}: ${name}`,
  );
  const doubled = [...paths].filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(", ")}`);
  assert.deepEqual(doubled, []);
});

Deno.test("an exported name is a word of the field", () => {
  const wrong = exportedNames().flatMap(({ name, path }) =>
    Object.entries(PRIVATE_WORDS).filter(([, word]) => word.test(name))
      .map(([better]) => `${path}: ${name}; say ${better}`)
  );
  assert.deepEqual(wrong, []);
});

Deno.test("no module of the program has the name of a test", () => {
  const found = ["src", "build"].flatMap(modules).filter(({ path }) =>
    /[_.]test\.ts$|(?:^|\/)test\.ts$/.test(path)
  );
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test("no comment cites a document that is not in the repository", () => {
  const citing = ["src", "build"].flatMap(modules).filter(({ text }) =>
    /\b(?:SPEC|CONTRACT|DESIGN|HOUSE)\b/.test(text)
  );
  assert.deepEqual(citing.map(({ path }) => path), []);
});

function exportedNames(): ExportedName[] {
  return ["src", "build"].flatMap(modules).flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)].map(([, name]) => ({ name: name!, path }))
  );
}
