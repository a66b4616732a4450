// Sends the request that the form describes, and shows what came back.
const form = document.getElementById("try");
const result = document.getElementById("result");
const curl = document.querySelector("#answer .code code");
const { key, place, endpoint } = form.elements;
const values = JSON.parse(document.getElementById("values").textContent);
const families = new Map([...endpoint.children].map((group) => [group.label, group]));
/** The longest body that is shown, in characters. */
const MAX_SHOWN = 200_000;

/** Offers the endpoints of the chosen place. */
function choosePlace() {
  const family = place.selectedOptions[0].dataset.family;
  const path = endpoint.value.slice(endpoint.value.indexOf("/") + 1);
  endpoint.replaceChildren(...families.get(family).cloneNode(true).children);
  const same = [...endpoint.options].find(({ text }) => text === path);
  if (same) same.selected = true;
  chooseEndpoint();
}

/** Shows the fields of the chosen endpoint, with values that lead to something. */
function chooseEndpoint() {
  for (const fields of form.querySelectorAll("fieldset")) {
    fields.hidden = fields.disabled = fields.dataset.endpoint !== endpoint.value;
  }
  const known = values[place.value][endpoint.value] ?? {};
  for (const [name, value] of Object.entries(known)) {
    const field = shownFields().elements[name];
    if (!field.dataset.isTyped) field.value = value;
  }
  showRequest();
}

function shownFields() {
  return form.querySelector("fieldset:not([hidden])");
}

/** The address that is asked. */
function address() {
  let { path } = shownFields().dataset;
  const query = new URLSearchParams();
  for (const { name, value } of shownFields().elements) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.append(name, value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  return `${location.origin}${place.value}/${path}${search}`;
}

function showRequest() {
  const header = needsKey() ? "-H 'x-api-key: YOUR-KEY' " : "";
  curl.textContent = `curl ${header}'${address().replaceAll("'", "%27")}'`;
}

/** Whether the place reads credentials: a group, or all of them. */
function needsKey() {
  return /^\/api\/(?!codes$)|^\/v1/.test(place.value);
}

async function send(event) {
  event.preventDefault();
  result.replaceChildren(element("p", "Waiting for the answer.", "empty"));
  const headers = needsKey() && key.value.trim() ? { "x-api-key": key.value.trim() } : {};
  const begun = performance.now();
  try {
    const response = await fetch(address(), { headers, cache: "no-store" });
    const text = await response.text();
    showAnswer(response, text, Math.round(performance.now() - begun));
  } catch {
    const why =
      "No answer came: the service is out of reach, or the key has a character that no header takes.";
    result.replaceChildren(element("p", why, "notice bad"));
  }
}

function showAnswer(response, text, ms) {
  const { status, statusText, ok, headers } = response;
  const state = element("p", "");
  const badge = element("span", `${status} ${statusText}`.trim(), `badge ${ok ? "good" : "bad"}`);
  const shape = element("span", ok ? "●" : "■");
  shape.setAttribute("aria-hidden", "true");
  badge.prepend(shape);
  const bytes = new TextEncoder().encode(text).length;
  state.append(badge, ` ${bytes.toLocaleString("en")} bytes in ${ms} ms${left(headers)}`);
  result.replaceChildren(state, ...explained(ok, text), body(text), headerTable(headers));
}

/** What the key has left, if the answer says it. */
function left(headers) {
  const remaining = /\br=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];
  return remaining ? `, ${Number(remaining).toLocaleString("en")} requests left` : "";
}

/** What a refusal says, with a link to what to do about it. */
function explained(ok, text) {
  const { message, hint, type } = ok ? {} : read(text) ?? {};
  if (!message) return [];
  const note = element("p", [message, hint].filter(Boolean).join(". "), "notice bad");
  const link = element("a", "What to do");
  link.href = `/docs/errors#${type ?? ""}`;
  note.append(". ", link);
  return [note];
}

function body(text) {
  const value = read(text);
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n… cut here` : shown;
  const block = element("pre", "", "tall");
  block.tabIndex = 0;
  block.append(element("code", cut));
  return block;
}

function headerTable(headers) {
  const details = element("details", "");
  const list = element("dl", "", "facts");
  for (const [name, value] of headers) {
    const line = element("div", "");
    line.append(element("dt", name), element("dd", value));
    list.append(line);
  }
  details.append(element("summary", "Headers"), list);
  details.open = true;
  return details;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function element(name, text, classes = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = classes;
  return made;
}

place.addEventListener("change", choosePlace);
endpoint.addEventListener("change", chooseEndpoint);
form.addEventListener("input", ({ target }) => {
  if (target.closest("fieldset")) target.dataset.isTyped = "true";
  showRequest();
});
form.addEventListener("submit", send);
choosePlace();
