import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { EventSource } from "eventsource";
import { parse } from "yaml";
import { type ServerOnAir, startServerOnAir } from "../server_on_air.ts";
import { until } from "../../../support/until.ts";

/** Listings of the page of recipes as a server shows them, with the reader's own key in place. */
async function openRecipes({ base, key }: ServerOnAir) {
  const page = await (await fetch(`${base}/docs/browsers.md`)).text();
  return (heading: string, language: string, yours: Readonly<Record<string, string>> = {}) => {
    const section = page.split(/^### /m).find((text) => text.startsWith(`${heading}\n`));
    const found = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m").exec(section ?? "");
    assert.ok(found, heading);
    const own = { "YOUR-KEY": key, ...yours };
    return Object.entries(own).reduce(
      (code, [name, value]) => code.replaceAll(name, value),
      found[1]!,
    );
  };
}

const AsyncFunction = openRecipes.constructor as FunctionConstructor;

Deno.test("each recipe runs against a server as it stands", async (t) => {
  await using server = await startServerOnAir();
  const { base, key, folder } = server;
  const recipe = await openRecipes(server);
  const headers = { "x-api-key": key };
  const ask = async (path: string) => await (await fetch(`${base}/${path}`, { headers })).json();
  const onAir = async () => namesIn(await ask("api/groupa/live"));
  /** Broadcasts may end while something is asked: it shows those of before or of after. */
  const isOnAir = async (show: () => Promise<string>) => {
    const before = await onAir();
    assert.notEqual(before, "");
    const shown = await show();
    assert.ok([before, await onAir()].includes(shown), `${shown}, and before ${before}`);
  };

  await t.step(
    "the bot answers a command that Discord has signed, and refuses others",
    async () => {
      const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
      assert.ok("privateKey" in pair);
      const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
      const code = recipe("A Discord channel or bot", "typescript", {
        "YOUR-PUBLIC-KEY": hex(raw),
      });
      const { default: bot } = await import(
        `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`
      );
      const send = async (body: string, signed = body) => {
        const bytes = new TextEncoder().encode(`1783166400${signed}`);
        const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, bytes);
        return await bot.fetch(
          new Request("https://bot.example", {
            method: "POST",
            headers: {
              "x-signature-ed25519": hex(new Uint8Array(signature)),
              "x-signature-timestamp": "1783166400",
            },
            body,
          }),
        ) as Response;
      };
      assert.deepEqual(await (await send('{"type":1}')).json(), { type: 1 });
      await isOnAir(async () => {
        const { type, data } = await (await send('{"type":2,"data":{"name":"live"}}')).json();
        assert.equal(type, 4);
        const lines: string[] = data.content.split("\n");
        return namesIn(lines.map((line) => ({ name: line.replace(/ \(\w+\): .*$/, "") })));
      });
      assert.equal((await send('{"type":2}', '{"type":1}')).status, 401);
    },
  );

  await t.step(
    "a page without a server shows the next shows",
    async () => {
      const page = recipe("A page without a server", "html");
      const script = /<script type="module">([^]*)<\/script>/.exec(page)![1]!;
      const list: { textContent: string }[] = [];
      const document = {
        querySelector: () => ({
          replaceChildren: (...items: { textContent: string }[]) =>
            list.splice(0, list.length, ...items),
        }),
        createElement: () => ({ textContent: "" }),
      };
      await AsyncFunction("document", script)(document);
      await until(() => Promise.resolve(list.length > 0));
      const shows: { title: string }[] = await ask("api/groupa/theater?status=upcoming");
      assert.equal(list.length, Math.min(5, shows.length));
      list.forEach(({ textContent: line }, place) =>
        assert.ok(line.endsWith(`: ${shows[place]!.title}`), line)
      );
    },
  );

  await t.step("the overlay shows who is on air", async () => {
    const page = recipe("An overlay for OBS", "html");
    const script = /<script>([^]*)<\/script>/.exec(page)![1]!;
    const streams: EventSource[] = [];
    class Opened extends EventSource {
      constructor(address: string) {
        super(address);
        streams.push(this);
      }
    }
    const document = { body: { textContent: "" } };
    new Function("EventSource", "document", script)(Opened, document);
    await until(async () => {
      const shown = document.body.textContent.split("\n").map((name) => ({ name }));
      return namesIn(shown) === await onAir();
    });
    for (const stream of streams) stream.close();
  });

  await t.step(
    "the sensor's address answers a list of names, and the calendar's a calendar",
    async () => {
      const { rest: [sensor] } = parse(
        recipe("A sensor for Home Assistant", "yaml").replace("!secret oshibase_key", key),
      );
      const response = await fetch(sensor.resource, { headers: sensor.headers });
      const names = (await response.json()).map(({ name }: { name: string }) => name);
      assert.ok(names.length > 0 && names.every((name: unknown) => typeof name === "string"));
      const made = await fetch(`${base}/v1/key/feeds`, { method: "POST", headers });
      const { secret } = await made.json();
      const address = recipe("A sensor for Home Assistant", "text", { "YOUR-FEED-TOKEN": secret });
      let calendar = "";
      await until(async () => {
        const response = await fetch(address.trim());
        calendar = await response.text();
        return response.ok;
      });
      assert.match(calendar, /^BEGIN:VCALENDAR\r\n[^]*BEGIN:VEVENT/);
    },
  );

  await t.step("the website hands on who is on air", async () => {
    const { default: site } = await imported(recipe("A website", "typescript"));
    await isOnAir(async () => {
      const response = await site.fetch(new Request("https://fan.example")) as Response;
      return namesIn(await response.json());
    });
  });

  await t.step("the spreadsheet gets all shows as text, or the reason why not", async () => {
    const code = recipe("A spreadsheet", "js");
    const address = /fetch\("([^"]+)"/.exec(code)![1]!;
    const fill = async (own: string) => {
      const response = await fetch(address, { headers: { "x-api-key": own } });
      const text = await response.text();
      const calls: unknown[] = [];
      const note = (...what: unknown[]) => (calls.push(...what), range);
      const range = { setNumberFormat: note, setValues: note };
      const sheet = {
        clearContents: () => note("cleared"),
        getRange: (...at: number[]) => note(at),
      };
      const google = {
        PropertiesService: { getScriptProperties: () => ({ getProperty: () => own }) },
        UrlFetchApp: {
          fetch: () => ({ getResponseCode: () => response.status, getContentText: () => text }),
        },
        Utilities: {
          parseCsv: (csv: string) => csv.trim().split("\r\n").map((row) => row.split(",")),
        },
        SpreadsheetApp: { getActiveSheet: () => sheet },
      };
      new Function(...Object.keys(google), `${code}; readShows();`)(...Object.values(google));
      return calls;
    };
    const [cleared, place, format, rows] = await fill(key) as [
      string,
      number[],
      string,
      string[][],
    ];
    const shows: unknown[] = await ask("api/groupa/theater");
    assert.ok(rows.length > shows.length && rows[0]!.includes("title"), `${rows.length} rows`);
    const expected = ["cleared", [1, 1, rows.length, rows[0]!.length], "@"];
    assert.deepEqual([cleared, place, format], expected);
    await assert.rejects(fill("J-osb_wrong"), /Invalid API Key/);
  });

  await t.step("the copy is read once, then only if something has changed", async () => {
    const here = `${folder}/copy`;
    await Deno.mkdir(here);
    await Deno.writeTextFile(`${here}/copy.ts`, recipe("A copy of all data", "typescript"));
    const run = async () => {
      const args = ["run", "--quiet", "--no-config", "-A", "copy.ts"];
      const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: here }).output();
      return new TextDecoder().decode(stdout).trim();
    };
    const copied = () => Deno.readTextFileSync(`${here}/groupa.ndjson`);
    assert.equal(await run(), "Read everything.");
    for (const kind of ["member", "show", "news"]) {
      assert.match(copied(), new RegExp(`^\\{"kind":"${kind}"`, "m"));
    }
    const whole = copied();
    await Deno.remove(`${here}/groupa.ndjson`);
    assert.equal(await run(), "Nothing has changed.");
    assert.throws(copied, Deno.errors.NotFound);
    // A place that is no longer known.
    await Deno.writeTextFile(`${here}/cursor.txt`, "000000000000.1");
    assert.equal(await run(), "Read everything.");
    assert.equal(copied(), whole);
  });
});

/** Who is in a list, in one text that can be compared. */
function namesIn(list: readonly { name: string }[]): string {
  return list.map(({ name }) => name).sort().join(", ");
}

/** A listing as a module. */
async function imported(code: string) {
  return await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`);
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
