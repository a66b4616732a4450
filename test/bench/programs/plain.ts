/** The baseline `plain`: `plain.ts <answer file>` makes a new Response of ready bytes and headers. */
import { bodyOf, readAnswer } from "../answer.ts";
import { listen } from "./listen.ts";

const answer = readAnswer(Deno.args[0]!);
const { status, headers } = answer;
const body = bodyOf(answer);

listen(() => new Response(body, { status, headers }));
