/** A request that a snippet makes. */
export interface SnippetRequest {
  /** The whole address. */
  readonly url: string;
  /** Whether a key is sent. */
  readonly needsKey: boolean;
  /** Whether the answer is text, and no JSON. */
  readonly isText?: boolean;
  /** `GET` where it is left out. */
  readonly method?: string;
  /** The fields of a JSON body, where one is sent. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Stands for the reader's own key. */
const YOUR_KEY = "YOUR-KEY";

/** One request in the languages of the documents; tests run each as it stands. */
export function snippets(request: SnippetRequest): { language: string; code: string }[] {
  return [
    { language: "sh", code: curl(request) },
    { language: "ts", code: typescript(request) },
    { language: "python", code: python(request) },
  ];
}

/** For a POSIX shell; the address is quoted, since `&` would end the command. */
export function curl(request: SnippetRequest): string {
  const { url, method = "GET", body } = request;
  return [
    "curl",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...headersOf(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
    `'${url}'`,
  ].join(" ");
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
  const { url, method = "GET", body } = request;
  const headers = headersOf(request);
  const fields = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headersText(headers)} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ];
  const init = fields.length === 0
    ? ""
    : `, {\n${fields.map((field) => `  ${field},\n`).join("")}}`;
  return `const response = await fetch("${url}"${init});
if (!response.ok) throw new Error((await response.json()).message);
console.log(await response.${request.isText ? "text" : "json"}());`;
}

function python(request: SnippetRequest): string {
  const { url, method = "GET", body } = request;
  const headers = headersOf(request);
  const fields = [
    ...(method === "GET" ? [] : [`, method="${method}"`]),
    ...(headers.length === 0 ? [] : [`, headers={${headersText(headers)}}`]),
    ...(body === undefined ? [] : [`, data=b'${JSON.stringify(body)}'`]),
  ].join("");
  const read = request.isText ? "response.read().decode()" : "json.load(response)";
  return `import ${request.isText ? "" : "json, "}urllib.request

request = urllib.request.Request("${url}"${fields})
with urllib.request.urlopen(request) as response:
    print(${read})`;
}
