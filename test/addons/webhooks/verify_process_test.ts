import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { world } from "../../support/world.ts";
import { register } from "./addresses.ts";

const PAGE = new URL("../../../build/addons/webhooks/webhooks.md", import.meta.url);

type Verify = (secret: string, headers: Record<string, string>, body: string) => Promise<boolean>;

/** The page's own code, as it stands. */
async function snippetIn(language: string): Promise<string> {
  const text = await Deno.readTextFile(PAGE);
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m").exec(text)![1]!;
}

async function typescriptOfPage(): Promise<Verify> {
  const address = `data:application/typescript,${
    encodeURIComponent(await snippetIn("typescript"))
  }`;
  const { verify } = await import(address);
  return (secret, headers, body) => verify(secret, new Headers(headers), body);
}

async function pythonOfPage(): Promise<Verify> {
  const program = await snippetIn("py") +
    "\nimport json, sys\nprint(json.dumps(verify(*json.load(sys.stdin))))\n";
  return async (...input) => {
    const process = new Deno.Command("python3", {
      args: ["-c", program],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(input)));
    await writer.close();
    return JSON.parse(new TextDecoder().decode((await process.output()).stdout));
  };
}

const isTaken = (work: () => unknown) => Promise.resolve().then(work).then(() => true, () => false);

Deno.test("what is told is verified by the standard's library and the page's code, and what is forged is not", async () => {
  // The libraries compare with the machine's clock.
  const app = await world({ content: {}, now: Date.now() });
  await app.announce();
  const { secret } = await register(app, { url: "https://one.example/", types: ["show.added"] });
  app.at(app.clock.now() + 1_000);
  const day = new Date(app.clock.now() + 86_400_000).toISOString().slice(0, 10);
  await app.edit({ "groupa/shows/new.yaml": `title: なぎ — “quoted”\ndate: ${day}\n` });
  await app.clock.advance(1_000);
  const [told] = app.posts;
  await app[Symbol.asyncDispose]();
  const headers = Object.fromEntries(told!.headers);
  const verifiers: Record<string, Verify> = {
    library: (secret, headers, body) => isTaken(() => new Webhook(secret).verify(body, headers)),
    typescript: await typescriptOfPage(),
    python: await pythonOfPage(),
  };
  const other = `whsec_${btoa("another secret of 24 bytes")}`;
  const old = {
    ...headers,
    "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 400),
  };
  for (const [name, verify] of Object.entries(verifiers)) {
    assert.equal(await verify(secret, headers, told!.body), true, name);
    assert.equal(await verify(secret, headers, `${told!.body} `), false, `${name}: body`);
    assert.equal(await verify(other, headers, told!.body), false, `${name}: secret`);
    assert.equal(await verify(secret, old, told!.body), false, `${name}: age`);
  }
});
