// The page at /admin: everything in it is made of the table of commands, and of what they answer. Texts go
// in as text alone.

// @ts-ignore: a path of the server, as browsers resolve it
import { el, facts, notice, secret, table } from "/assets/element.js";

const root = document.getElementById("panel");
const zone = root.dataset.zone;
const API = "/admin/api/";
/** Accepts the outcome of a command with what it notes beside it, such as a letter that was not sent. */
const OUTCOME = "application/vnd.oshibase.outcome+json";
const SECRETS = ["secret", "password"];

let commands = [];
/** Who has logged in; "": nobody. */
let username = root.dataset.user;

/** Asks the server; what it refuses is thrown in its own words. */
async function ask(method, path, values) {
  const answer = await fetch(path, {
    method,
    headers: { accept: OUTCOME, ...(values && { "content-type": "application/json" }) },
    body: values && JSON.stringify(values),
  }).catch(() => undefined);
  if (answer === undefined) throw new Error("The server cannot be reached.");
  const { status, ok, headers } = answer;
  const body = await answer.json().catch(() => ({}));
  if (ok) return body;
  const error = new Error(body.hint ?? body.message ?? `The server answered ${status}.`);
  throw Object.assign(error, { status, retryAfter: headers.get("retry-after") });
}

/** Runs a command. */
function run(command, subject, values = {}) {
  const path = API + command.path.replace("{}", encodeURIComponent(subject));
  if (command.method === "POST") return ask("POST", path, values);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) query.append(name, one);
  }
  return ask("GET", query.size === 0 ? path : `${path}?${query}`);
}

// Words and values.

const words = (name) =>
  name.replaceAll(/[_-]/g, " ").replace(/^./, (letter) => letter.toUpperCase());
const isInstant = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
const instants = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  dateStyle: "medium",
  timeStyle: "short",
});

/** A value as text, or as a list. */
function shown(value) {
  if (value === null || value === undefined || value === "") return el("span", {}, "–");
  if (isInstant(value)) {
    return el("time", { datetime: value, title: value }, instants.format(new Date(value)));
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return el("span", {}, "–");
    if (value.every((one) => typeof one !== "object" || one === null)) return value.join(", ");
    return tableOf(value);
  }
  if (typeof value === "object") return factsOf(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value.toLocaleString("en-GB") : String(value);
}

/** A value in a table: an object is one line. */
function inCell(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return shown(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${JSON.stringify(one)}`);
  return fields.join(", ") || "–";
}

/** The fields of an object; a secret is shown so that it can be copied, that of a record this once. */
function factsOf(object) {
  const isOnce = "id" in object || "username" in object;
  return facts(
    Object.entries(object).map(([name, value]) => {
      if (!SECRETS.includes(name)) return [words(name), shown(value)];
      const once = isOnce && el("p", {}, "Shown this once: nobody can show it again.");
      return [
        words(name),
        el("div", { class: "notice warn" }, once, el("p", {}, secret(value, "Copy"))),
      ];
    }),
  );
}

/** A table of records; `link` makes the address of a record. */
function tableOf(rows, link) {
  const names = [...new Set(rows.slice(0, 200).flatMap((row) => Object.keys(row)))];
  const classes = names.map((name) =>
    rows.some((row) => typeof row[name] === "number") && "number"
  );
  const heads = names.map((name, n) => el("th", { scope: "col", class: classes[n] }, words(name)));
  const lines = rows.map((row) => {
    const address = link?.(row);
    const cells = names.map((name, n) => {
      const text = inCell(row[name]);
      const content = n === 0 && address ? el("a", { href: address }, text) : text;
      return el("td", { class: classes[n], "data-name": words(name) }, content);
    });
    return el("tr", {}, cells);
  });
  return table("Table", heads, el("tbody", {}, lines));
}

/** What a command answered. */
function answerOf(value, link) {
  if (!Array.isArray(value)) return factsOf(Object(value));
  if (value.length === 0) return el("p", { class: "empty" }, "There is nothing yet.");
  return typeof value[0] === "object" ? tableOf(value, link) : el("p", {}, value.join(", "));
}

function refusal({ message, retryAfter }) {
  return notice("bad", message, ...retryAfter ? [`Try again in ${retryAfter} s.`] : []);
}

// Forms.

/** Forms beside each other may have the same fields. */
let fieldCount = 0;

/** The field of one option, and how its value is read; undefined: it is left out. */
function fieldOf(option) {
  const { name, valueName, description, required, repeats, choices } = option;
  const id = `field-${++fieldCount}`;
  const help = el("span", { id: `${id}-help`, class: "small" }, description);
  const common = { id, name, required: required ?? false, "aria-describedby": `${id}-help` };
  if (valueName === undefined) {
    const box = el("input", { ...common, type: "checkbox" });
    return {
      box: el("p", {}, el("label", { class: "check" }, box, ` ${words(name)}`), help),
      read: () => box.checked ? true : undefined,
    };
  }
  let input;
  if (choices && !repeats) {
    const none = required ? [] : [el("option", { value: "" }, "–")];
    input = el("select", common, none, choices.map((one) => el("option", { value: one }, one)));
  } else if (repeats) {
    input = el("textarea", { ...common, rows: 2 });
    help.append(choices ? `: ${choices.join(", ")}; one a line` : "; one a line");
  } else input = el("input", { ...common, autocomplete: "off" });
  const label = el("label", { for: id }, words(name), required ? "" : " (may be left out)");
  return {
    box: el("p", {}, label, input, help),
    read() {
      const text = input.value.trim();
      if (text === "") return undefined;
      return repeats ? text.split(/[\n,]+/).map((one) => one.trim()).filter(Boolean) : text;
    },
  };
}

/** A form that runs a command; `done` receives its outcome. What is for good is asked about first. */
function formOf(command, subject, done) {
  const { verb, noun, for_good: forGood, options, description } = command;
  // What the path does not name goes along in the body.
  const isNamed = command.subject !== undefined && !command.path.includes("{}");
  const all = isNamed
    ? [{ name: command.subject, valueName: "name", description: "", required: true }, ...options]
    : options;
  const fields = all.map((option) => ({ name: option.name, ...fieldOf(option) }));
  const said = el("div");
  const main = el("button", { class: "main" }, words(verb));
  const sure = el(
    "label",
    { class: "check" },
    el("input", { type: "checkbox", required: true }),
    ` Nothing brings back what this does${subject ? ` to ${subject}` : ""}. Do it.`,
  );

  async function send(event) {
    event.preventDefault();
    main.disabled = true;
    try {
      const read = fields.map(({ name, read }) => [name, read()]);
      const values = Object.fromEntries(read.filter(([, value]) => value !== undefined));
      const outcome = await run(command, subject, values);
      said.replaceChildren();
      done(outcome);
    } catch (error) {
      if (error.status === 403 && error.message.startsWith("Invalid")) return showLogin(error);
      said.replaceChildren(refusal(error));
    } finally {
      main.disabled = false;
    }
  }

  return el(
    "form",
    { class: "stack", onsubmit: send, "aria-label": `${words(noun)}: ${verb}` },
    el("p", { class: "text" }, `${description}.`),
    fields.map(({ box }) => box),
    forGood && el("p", {}, sure),
    main,
    said,
  );
}

/** A form under a heading that opens it, and what came of it. */
function folded(command, subject, done = () => {}) {
  const result = el("div", { "aria-live": "polite" });
  const form = formOf(command, subject, ({ json, notes = [], code = 0 }) => {
    const said = code === 0 ? ["info", "Done."] : ["warn", "Done, but not all of it."];
    result.replaceChildren(notice(...said, ...notes), answerOf(json));
    done();
  });
  return el("details", { class: "fold" }, el("summary", {}, words(command.verb)), form, result);
}

// Pages.

const isList = ({ method, path }) => method === "GET" && !path.includes("{}");
const pageOf = (...path) => `#${path.map(encodeURIComponent).join("/")}`;
const nameOf = ({ id, username }) => id ?? username;

/** What a noun's records are called, by the path of their list. */
const titleOf = (noun) =>
  words(commands.find((command) => command.noun === noun && isList(command)).path);

async function overviewPage() {
  const { json } = await ask("GET", `${API}status`);
  const { content, sources, on_air, ...rest } = json;
  return [
    el("h1", {}, "Overview"),
    el("h2", {}, "On air"),
    on_air.length > 0 ? answerOf(on_air) : el("p", {}, "Nobody, as far as the platforms say."),
    answerOf(sources),
    el("h2", {}, "The service"),
    factsOf(rest),
    el("h2", {}, "Content"),
    factsOf(content),
  ];
}

/** What a command that looks shows, and a form that asks it for more or less. */
async function looking(command, subject, link) {
  const box = el("div", { "aria-live": "polite" });
  const show = ({ json, notes = [] }) =>
    box.replaceChildren(
      ...notes.map((note) => el("p", { class: "small" }, note)),
      answerOf(json, link),
    );
  show(await run(command, subject));
  if (command.options.length === 0) return [box];
  const form = formOf(command, subject, show);
  return [el("details", { class: "fold" }, el("summary", {}, "Options"), form), box];
}

/** The records of a noun, and what makes further ones. */
async function nounPage(noun) {
  const own = commands.filter((command) => command.noun === noun);
  const [list, ...others] = own.filter(isList);
  const makers = own.filter(({ method, path }) => method === "POST" && !path.includes("{}"));
  const hasPages = own.some(({ path }) => path.includes("{}"));
  const link = (row) => hasPages && nameOf(row) && pageOf(noun, nameOf(row));
  const forms = [...makers, ...others].map((command) => folded(command, ""));
  return [el("h1", {}, titleOf(noun)), forms, await looking(list, "", link)];
}

/** One record: what is known of it, and what can be done to it. */
async function recordPage(noun, subject) {
  const own = commands.filter((command) => command.noun === noun && command.path.includes("{}"));
  const known = el("div", { "aria-live": "polite" });
  const reload = async () => known.replaceChildren(...await readFacts(noun, subject, own));
  await reload();
  const deeds = own.filter(({ method }) => method === "POST");
  const reloadSoon = () => void reload().catch(() => {});
  return [
    el("p", {}, el("a", { href: pageOf(noun) }, titleOf(noun))),
    el("h1", {}, subject),
    known,
    deeds.length > 0 && el("h2", {}, "Change it"),
    deeds.map((command) => folded(command, subject, reloadSoon)),
  ];
}

/** What is known of a record: what commands show of it, or the row that the list has. */
async function readFacts(noun, subject, own) {
  const shows = own.filter(({ method }) => method === "GET");
  const answers = await Promise.all(shows.map(async (command) => [
    shows.length > 1 && el("h2", {}, words(command.verb)),
    await looking(command, subject),
  ]));
  const parts = answers.flat(2).filter(Boolean);
  if (shows.some(({ verb }) => verb === "show")) return parts;
  const list = commands.find((command) => command.noun === noun && isList(command));
  const { json } = await run(list, "");
  const row = json.find((one) => nameOf(one) === subject);
  return [row ? factsOf(row) : notice("warn", "There is none of this name."), ...parts];
}

function navigation(current) {
  const nouns = [...new Set(commands.filter(isList).map(({ noun }) => noun))];
  const entry = (href, name, isHere) =>
    el("a", { href, "aria-current": isHere ? "page" : undefined }, name);
  return el(
    "nav",
    { "aria-label": "Operators", class: "tabs" },
    entry("#", "Overview", current === ""),
    nouns.map((noun) => entry(pageOf(noun), titleOf(noun), current === noun)),
    el("span", { class: "small" }, `Logged in as ${username}. `),
    el("button", { type: "button", onclick: logOut }, "Log out"),
  );
}

async function logOut() {
  await ask("POST", "/admin/logout", {}).catch(() => {});
  location.reload();
}

let shownPage = 0;

async function showPage() {
  const mine = ++shownPage;
  const [noun = "", subject] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const head = navigation(noun);
  root.replaceChildren(head, el("p", { role: "status" }, "Loading …"));
  let parts;
  try {
    parts = noun === ""
      ? await overviewPage()
      : subject === undefined
      ? await nounPage(noun)
      : await recordPage(noun, subject);
  } catch (error) {
    if (error.status === 403) return showLogin(error);
    parts = [el("h1", {}, "This cannot be shown"), refusal(error)];
  }
  if (mine !== shownPage) return;
  root.replaceChildren(head, ...parts.flat(2).filter(Boolean));
  const heading = root.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus();
}

function showLogin(error) {
  const name = el("input", {
    id: "name",
    name: "username",
    required: true,
    autocomplete: "username",
  });
  const password = el("input", {
    ...{ id: "password", name: "password", type: "password", required: true },
    autocomplete: "current-password",
  });
  const said = el("div", {}, error ? refusal(error) : "");

  async function send(event) {
    event.preventDefault();
    try {
      await ask("POST", "/admin/login", { username: name.value, password: password.value });
      username = name.value;
      await begin();
    } catch (error) {
      said.replaceChildren(refusal(error));
    }
  }

  root.replaceChildren(
    el("h1", {}, "Log in"),
    el("p", { class: "text" }, "For operators: how the service does, its keys and its tokens."),
    el(
      "form",
      { class: "stack", onsubmit: send },
      el("p", {}, el("label", { for: "name" }, "Name"), name),
      el("p", {}, el("label", { for: "password" }, "Password"), password),
      el("button", { class: "main" }, "Log in"),
      said,
    ),
  );
}

/** Reads the table of commands; without a session the login is shown. */
async function begin() {
  commands = (await ask("GET", `${API}commands`)).json;
  await showPage();
}

addEventListener("hashchange", showPage);
// Where nobody can log in yet, the page says so itself.
if (root.querySelector("code:not(noscript code)") === null) {
  if (username === "") showLogin();
  else begin().catch(showLogin);
}
