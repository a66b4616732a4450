import type { JsonSchema } from "../../../src/http/error_table.ts";

/** A document with components. */
interface Document extends JsonSchema {
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

/** Leaves out the components that nothing leads to; those of security are named, not linked. */
export function withoutUnused(document: Document): Document {
  const { components, ...rest } = document;
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, link] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(link!)) continue;
      used.add(link!);
      const [kind, name] = split(link!);
      follow(components[kind]![name]);
    }
  };
  follow(rest);
  const kept = Object.entries(components).map(([kind, all]) => {
    if (kind === "securitySchemes") return [kind, all] as const;
    const names = Object.keys(all).filter((name) => used.has(`${kind}/${name}`)).sort();
    return [kind, Object.fromEntries(names.map((name) => [name, all[name]!]))] as const;
  });
  return { ...rest, components: Object.fromEntries(kept) };
}

function split(link: string): [kind: string, name: string] {
  const slash = link.indexOf("/");
  return [link.slice(0, slash), link.slice(slash + 1)];
}
