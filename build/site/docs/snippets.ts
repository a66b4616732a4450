import type { Lookup } from "./examples.ts";

/** A request that a snippet makes. */
interface SnippetRequest {
  /** The whole address. */
  readonly url: string;
  /** Whether a key is sent. */
  readonly needsKey: boolean;
  /** Whether the answer is text, and no JSON. */
  readonly isText?: boolean;
  /** Whether the answer is a stream of events, which does not end by itself. */
  readonly isStream?: boolean;
  /** What is in braces in the address, and has to be asked for first. */
  readonly lookup?: Pick<Lookup, "list" | "fields" | "isNumber"> & { readonly url: string };
  /** `GET` where it is left out. */
  readonly method?: string;
  /** The fields of a JSON body, where one is sent. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Stands for the reader's own key. */
const YOUR_KEY = "YOUR-KEY";

/** How long snippets listen to a stream: then they end it. */
const STREAM_SECONDS = 10;

/** One request in the languages of the documents; tests run each unchanged. */
export function snippets(request: SnippetRequest): { language: string; code: string }[] {
  return [
    { language: "sh", code: curl(request) },
    { language: "ts", code: typescript(request) },
    { language: "python", code: python(request) },
  ];
}

/** For a POSIX shell; the address is quoted, since `&` would end the command. */
function curl(request: SnippetRequest): string {
  const { url, method = "GET", body, isStream = false, lookup } = request;
  const words = [
    "curl",
    ...(isStream ? [`-N --max-time ${STREAM_SECONDS}`] : []),
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...headersOf(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ];
  if (lookup === undefined) return [...words, `'${url}'`].join(" ");
  const fields = Object.entries(lookup.fields).map(([name, field]) =>
    lookup.isNumber
      ? `${name}=$(printf %s "$list" | grep -o '"${field}":[0-9]*' | head -n 1 | cut -d : -f 2)\n`
      : `${name}=$(printf %s "$list" | grep -o '"${field}":"[^"]*"' | head -n 1 | cut -d '"' -f 4)\n`
  );
  const list = curl({ url: lookup.url, needsKey: request.needsKey });
  const address = url.replace(/\{(\w+)\}/g, "$$$1");
  return `list=$(${list})\n${fields.join("")}${[...words, `"${address}"`].join(" ")}`;
}

/** The headers that a request carries. */
function headersOf({ needsKey, body }: SnippetRequest): [string, string][] {
  return [
    ...(needsKey ? [["x-api-key", YOUR_KEY] as [string, string]] : []),
    ...(body === undefined ? [] : [["content-type", "application/json"] as [string, string]]),
  ];
}

function headersText(headers: readonly [string, string][]): string {
  return headers.map(([name, value]) => `"${name}": "${value}"`).join(", ");
}

function typescript(request: SnippetRequest): string {
  const { url, method = "GET", body, lookup } = request;
  const headers = headersOf(request);
  const fields = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headersText(headers)} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ];
  const init = fields.length === 0
    ? ""
    : `, {\n${fields.map((field) => `  ${field},\n`).join("")}}`;
  const address = lookup === undefined ? `"${url}"` : `\`${url.replaceAll("{", "${")}\``;
  return `${
    lookup === undefined ? "" : typescriptLookup(lookup, init)
  }const response = await fetch(${address}${init});
if (!response.ok) throw new Error((await response.json()).message);
${
    request.isStream
      ? TYPESCRIPT_STREAM
      : `console.log(await response.${request.isText ? "text" : "json"}());`
  }`;
}

function typescriptLookup(
  { url, list, fields }: NonNullable<SnippetRequest["lookup"]>,
  init: string,
) {
  const names = Object.entries(fields).map(([name, field]) =>
    name === field ? name : `${field}: ${name}`
  );
  const items = list === "" ? "await list.json()" : `(await list.json()).${list}`;
  return `const list = await fetch("${url}"${init});\nconst [{ ${
    names.join(", ")
  } }] = ${items};\n`;
}

/** Prints what comes within some seconds, and ends the stream. */
const TYPESCRIPT_STREAM =
  `const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
setTimeout(() => reader.cancel(), ${STREAM_SECONDS}_000);
for (let part = await reader.read(); !part.done; part = await reader.read()) console.log(part.value);`;

function python(request: SnippetRequest): string {
  const { url, method = "GET", body, isText = false, isStream = false, lookup } = request;
  const headers = headersOf(request);
  const fields = [
    ...(method === "GET" ? [] : [`, method="${method}"`]),
    ...(headers.length === 0 ? [] : [`, headers={${headersText(headers)}}`]),
    ...(body === undefined ? [] : [`, data=b'${JSON.stringify(body)}'`]),
  ].join("");
  const modules = [
    ...(isStream ? ["contextlib"] : []),
    ...((isText || isStream) && lookup === undefined ? [] : ["json"]),
    "urllib.request",
  ];
  const address = lookup === undefined ? `"${url}"` : `f"${url}"`;
  return `import ${modules.join(", ")}

${
    lookup === undefined
      ? ""
      : pythonLookup(lookup, fields)
  }request = urllib.request.Request(${address}${fields})
${isStream ? PYTHON_STREAM : pythonPrint(isText)}`;
}

function pythonPrint(isText: boolean): string {
  return `with urllib.request.urlopen(request) as response:
    print(${isText ? "response.read().decode()" : "json.load(response)"})`;
}

function pythonLookup({ url, list, fields }: NonNullable<SnippetRequest["lookup"]>, init: string) {
  const items = list === "" ? "json.load(response)" : `json.load(response)["${list}"]`;
  const values = Object.entries(fields).map(([name, field]) => `${name} = item["${field}"]\n`);
  return `request = urllib.request.Request("${url}"${init})
with urllib.request.urlopen(request) as response:
    item = ${items}[0]
${values.join("")}`;
}

/** Prints some lines, or what comes until nothing has come for some seconds, and ends the stream. */
const PYTHON_STREAM = `with contextlib.suppress(TimeoutError):
    with urllib.request.urlopen(request, timeout=${STREAM_SECONDS}) as response:
        for _ in range(12):
            print(response.readline().decode(), end="")`;
