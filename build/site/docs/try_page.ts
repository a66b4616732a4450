import { Html, html, type HtmlValue } from "../../../src/page/html.ts";
import { layout } from "../../../src/page/layout.ts";
import { codeBlock, emptyState } from "../../../src/page/parts.ts";
import type { JsonSchema } from "../../../src/http/error_table.ts";
import type { Parameter } from "../../../src/http/parameter.ts";
import type { PublicFile } from "../../../src/model/site_pack.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { Route } from "../../../src/routes/route.ts";
import type { SiteSource } from "../site_source.ts";
import { openEndpoints } from "./endpoint_list.ts";
import { type ExampleValues, exampleValuesOf, exampleValuesOfAll } from "./examples.ts";
import { wayToKey } from "./fill_in.ts";
import script from "./try.js" with { type: "text" };

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/**
 * The page sends requests with a key that is typed in, so it has an origin of its own (`sandbox`): it reads
 * no cookie and reaches nothing of the other pages.
 */
const POLICY = [
  "sandbox allow-scripts allow-forms",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Where requests are sent below: a group, all of them, or what is open. */
interface Place {
  readonly name: string;
  readonly root: string;
  /** The name of its endpoints. */
  readonly family: string;
  readonly values: ExampleValues;
}

type Endpoints = Pick<FamilyTable, "name" | "table">;

/** The page on which requests are tried, and its script. */
export function tryFiles(source: SiteSource): PublicFile[] {
  const { base_url } = source.site;
  const places = placesOf(source);
  const families: Endpoints[] = [BARE, WRAPPED, V1, ...openEndpoints()]
    .filter(({ name }) => places.some(({ family }) => family === name));
  const page = layout({
    title: "Try it",
    description: "Send requests from this page, with your own key, and see what comes back.",
    lang: "en",
    site: source.site,
    path: "/docs/try",
    scripts: ["/assets/try.js", "/assets/copy.js"],
    main: html`
      <h1>Try it</h1>
      <p class="text">Choose an endpoint, send the request, and see what comes back. The key stays in this
        page's memory and goes only to this service. <a href="/docs/reference">The reference</a> has the
        same without scripts.</p>
      <noscript><p class="notice warn">Requests are sent by a script, and scripts are off here.</p></noscript>
      <div class="halves">
        <form id="try" class="stack"
          autocomplete="off">${head(
            source,
            places,
            families,
          )}<button class="main">Send</button>${families
            .flatMap(fieldsets)}</form>
        <section id="answer" aria-label="Request and answer">
        <h2>Request</h2>
        ${codeBlock(
          `curl -H 'x-api-key: YOUR-KEY' '${base_url}${places[0]!.root}/${firstPath(families)}'`,
          "sh",
        )}
        <h2>Answer</h2>
        <div id="result" aria-live="polite">${emptyState(
          "The answer comes here, with its status, headers and what your key has left.",
        )}</div>
        </section>
      </div>
      ${valuesBlock(places, families)}
    `,
  });
  return [
    { path: "/docs/try", contentType: "text/html; charset=utf-8", body: page, policy: POLICY },
    { path: "/assets/try.js", contentType: "text/javascript; charset=utf-8", body: script },
  ];
}

function placesOf(source: SiteSource): Place[] {
  const groups = source.groups.map((group) => ({
    name: group.name,
    root: `/api/${group.slug}`,
    family: group.family,
    values: exampleValuesOf(group),
  }));
  const all = {
    name: "All groups",
    root: "/v1",
    family: V1.name,
    values: exampleValuesOfAll(source),
  };
  const open = openEndpoints().map(({ name, root }) => ({
    name: name === "codes" ? "Codes, without a key" : "The service, without a key",
    root,
    family: name,
    values: () => undefined,
  }));
  return [...groups, all, ...open];
}

/** The endpoints that a request of this page can read: no stream, and nothing for browsers. */
function routesOf({ table }: Endpoints): readonly Route[] {
  return table.routes.filter(({ method, answers }) =>
    method === undefined && !("stream" in answers) &&
    !("document" in answers && answers.document === "text/html")
  );
}

function firstPath([first]: readonly Endpoints[]): string {
  return routesOf(first!)[0]!.path;
}

/** The key, where to ask, and which endpoint. */
function head(
  source: SiteSource,
  places: readonly Place[],
  families: readonly Endpoints[],
): Html {
  const way = wayToKey(
    source,
    html`<a href="/key">Get a key</a>`.text,
    html`Write to ${source.site.contact} for a key.`.text,
  );
  return html`
    <label>Key
    <input name="key" spellcheck="false" autocapitalize="none" placeholder="J-osb_…"></label>
    <p class="small">${new Html(way)}</p>
    <label>Group
    <select name="place">${places.map(({ name, root, family }) =>
      html`<option value="${root}" data-family="${family}">${name}${root && ` (${root})`}</option>`
    )}</select></label>
    <label>Endpoint
    <select name="endpoint">${families.map((family) =>
      html`<optgroup label="${family.name}">${
        routesOf(family).map((route) =>
          html`<option value="${keyOf(family, route)}">${route.path}</option>`
        )
      }</optgroup>`
    )}</select></label>
  `;
}

function keyOf({ name }: Endpoints, { path }: Route): string {
  return `${name}/${path}`;
}

/** The fields of each endpoint; the script shows those of the chosen one, the first at the start. */
function fieldsets(family: Endpoints, familyPlace: number): Html[] {
  return routesOf(family).map((route, place) => {
    const isShown = familyPlace === 0 && place === 0;
    const parameters = Object.entries(route.parameters);
    return html`
      <fieldset data-endpoint="${keyOf(family, route)}" data-path="${route.path}"
        ${!isShown && new Html(" hidden disabled")}><legend>${route
          .summary}</legend>${parameters.length === 0
          ? html`<p class="small">It takes no parameters.</p>`
          : parameters.map(([name, parameter]) => field(name, parameter, route))}</fieldset>
    `;
  });
}

function field(name: string, parameter: Parameter<unknown>, { path }: Route): Html {
  const { description, schema, required, absent } = parameter;
  const isInPath = path.includes(`{${name}}`);
  const needed = (isInPath || required) && new Html(" required");
  const choices = choicesOf(schema);
  const note = !needed && absent !== undefined ? `; ${String(absent)} if left out` : "";
  const control = choices === undefined
    ? html`
      <input name="${name}" ${needed}>
    `
    : html`
      <select name="${name}" ${needed}>${!needed && new Html("<option></option>")}${choices.map((
        choice,
      ) => html`<option>${choice}</option>`)}</select>
    `;
  return html`<label><span><code>${name}</code>${
    needed && " (needed)"
  } ${description}${note}</span>${control}</label>`;
}

/** The values that a parameter takes, if they are few. */
function choicesOf({ enum: choices, type }: JsonSchema): readonly string[] | undefined {
  return type === "boolean" ? ["true", "false"] : choices as readonly string[] | undefined;
}

/** Values that lead to an answer, by place, endpoint and parameter: data that the script reads. */
function valuesBlock(places: readonly Place[], families: readonly Endpoints[]): HtmlValue {
  const values = Object.fromEntries(places.map((place) => {
    const family = families.find(({ name }) => name === place.family)!;
    const ofRoutes = routesOf(family).map((
      route,
    ) => [keyOf(family, route), valuesOf(place, route)]);
    return [place.root, Object.fromEntries(ofRoutes)];
  }));
  // Within a script element only "<" could end it.
  const text = JSON.stringify(values).replaceAll("<", "\\u003c");
  return new Html(`<script type="application/json" id="values">${text}</script>`);
}

function valuesOf({ values }: Place, { path, parameters }: Route): Record<string, string> {
  const needed = Object.entries(parameters)
    .filter(([name, { required }]) => required || path.includes(`{${name}}`));
  return Object.fromEntries(needed.flatMap(([name]) => {
    const value = values(name, path);
    return value === undefined ? [] : [[name, value]];
  }));
}
