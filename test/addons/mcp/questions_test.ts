import assert from "node:assert/strict";
import { callTool, createAssistantProgram } from "./assistant_program.ts";
import { type Call, QUESTION_CALLS } from "./question_calls.ts";
import { QUESTIONS } from "./questions.ts";

Deno.test("there are 60 questions in two languages, and each has at most two calls", () => {
  assert.equal(QUESTIONS.length, 60);
  assert.equal(QUESTION_CALLS.length, QUESTIONS.length);
  assert.equal(new Set(QUESTIONS.map(({ ask }) => ask)).size, QUESTIONS.length);
  for (const lang of ["en", "id"]) {
    assert.ok(QUESTIONS.filter((question) => question.lang === lang).length >= 25, lang);
  }
  for (const calls of QUESTION_CALLS) assert.ok(calls.length === 1 || calls.length === 2);
});

Deno.test("two calls lead from each question to its facts", async () => {
  await using program = await createAssistantProgram();
  const missed: string[] = [];
  for (const [place, { ask, facts }] of QUESTIONS.entries()) {
    const said = await answersTo(program, QUESTION_CALLS[place]!);
    for (const fact of facts.filter((fact) => !said.includes(fact))) {
      missed.push(`${ask} "${fact}" is not in: ${said}`);
    }
  }
  assert.deepEqual(missed, []);
});

/** What a stranger chose who knew the questions and the descriptions of the tools alone, in two rounds. */
const STRANGER_CALLS: readonly (readonly Call[])[] = JSON.parse(
  Deno.readTextFileSync(new URL("stranger_calls.json", import.meta.url)),
);

Deno.test("two calls of a stranger lead from at least 57 of the 60 questions to their facts", async () => {
  await using program = await createAssistantProgram();
  assert.equal(STRANGER_CALLS.length, QUESTIONS.length);
  const missed: string[] = [];
  for (const [place, { ask, facts }] of QUESTIONS.entries()) {
    const calls = STRANGER_CALLS[place]!;
    assert.ok(calls.length <= 2, ask);
    const said = await answersTo(program, calls);
    if (!facts.every((fact) => said.includes(fact))) missed.push(ask);
  }
  assert.ok(missed.length <= 3, missed.join("\n"));
});

Deno.test("the id of a second call is in the answer to the first", async () => {
  await using program = await createAssistantProgram();
  for (const [place, { ask }] of QUESTIONS.entries()) {
    const [first, second] = QUESTION_CALLS[place]!;
    if (second === undefined) continue;
    const { id } = second[1];
    assert.ok(typeof id === "string");
    const said = await answersTo(program, [first!]);
    assert.ok(said.includes(id), `${ask} ${id} is not in: ${said}`);
  }
});

/** The texts of the answers to some calls. */
async function answersTo(
  program: Parameters<typeof callTool>[0],
  calls: readonly Call[],
): Promise<string> {
  const texts: string[] = [];
  for (const [tool, args] of calls) texts.push((await callTool(program, tool, args)).text);
  return texts.join("\n");
}
