/** A request that a snippet makes. */
export interface SnippetRequest {
  /** The whole address. */
  readonly url: string;
  /** Whether a key is sent. */
  readonly needsKey: boolean;
}

/** Stands for the reader's own key. */
export const YOUR_KEY = "YOUR-KEY";

/** One request in the languages of the documents; tests run each as it stands. */
export function snippets(request: SnippetRequest): { language: string; code: string }[] {
  return [
    { language: "sh", code: curl(request) },
    { language: "ts", code: typescript(request) },
    { language: "python", code: python(request) },
  ];
}

/** For a POSIX shell; the address is quoted, since `&` would end the command. */
export function curl({ url, needsKey }: SnippetRequest): string {
  return needsKey ? `curl -H 'x-api-key: ${YOUR_KEY}' '${url}'` : `curl '${url}'`;
}

function typescript({ url, needsKey }: SnippetRequest): string {
  const init = needsKey ? `, {\n  headers: { "x-api-key": "${YOUR_KEY}" },\n}` : "";
  return `const response = await fetch("${url}"${init});
if (!response.ok) throw new Error((await response.json()).message);
console.log(await response.json());`;
}

function python({ url, needsKey }: SnippetRequest): string {
  const headers = needsKey ? `, headers={"x-api-key": "${YOUR_KEY}"}` : "";
  return `import json, urllib.request

request = urllib.request.Request("${url}"${headers})
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
}
