// The pages below /key: what is typed is sent as JSON, and a letter's link does nothing before its button
// is pressed. Texts go in as text alone.

// @ts-ignore: a path of the server, as browsers resolve it
import { el, facts, notice, secret, table } from "/assets/element.js";

const { words, plans, address, base } = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("key");
/** What the letter's link carries: it stands behind the #, so that no server sees it before the button. */
let link = location.hash.slice(1);
/** Opens the management for 30 minutes; nothing but this page has it. */
let session;

/** Sends something; what is refused has `message`, and perhaps `errors` of fields, or an `outcome`. */
async function send(path, values) {
  const answer = await fetch(`/key${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...values, language: words.language }),
  }).catch(() => undefined);
  const away = { message: words.away.text };
  const body = await answer?.json().catch(() => away) ?? away;
  return { isDone: answer?.ok ?? false, body };
}

function show(title, ...parts) {
  const heading = el("h1", { tabindex: "-1" }, title);
  root.replaceChildren(heading, ...parts.flat().filter(Boolean));
  document.title = document.title.replace(/^.*?(?= · |$)/, title);
  heading.focus();
}

const text = (...children) => el("p", { class: "text" }, ...children);

/** Shows what came of something, with its own title if it has one. */
function showOutcome({ outcome, message }) {
  const { title = words.away.title } = words[outcome] ?? {};
  const isGood = outcome === "sent";
  const toManage = el("p", {}, el("a", { href: "/key/manage" }, words.manageAsk.title));
  show(title, isGood ? text(message) : notice("bad", message), !isGood && toManage);
}

/**
 * A form: fields, a button, and what becomes of what is sent. `done` receives the answer; wrong fields
 * have their messages beside them, and keep what was typed.
 */
function form({ fields = [], button, isBad = false, path, values = () => ({}), done }, ...before) {
  const said = el("div");
  const main = el("button", { class: isBad ? "bad" : "main" }, button);

  async function submit(event) {
    event.preventDefault();
    main.disabled = true;
    const typed = Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
    const { isDone, body } = await send(path, { ...typed, ...values() });
    main.disabled = false;
    for (const { name, input, error } of fields) {
      error.textContent = body.errors?.[name] ?? "";
      input.toggleAttribute("aria-invalid", error.textContent !== "");
    }
    said.replaceChildren();
    if (isDone) return done(body);
    if (body.errors === undefined && body.outcome !== undefined) return showOutcome(body);
    said.replaceChildren(notice("bad", body.message));
    fields.find(({ error }) => error.textContent !== "")?.input.focus();
  }

  return el(
    "form",
    { class: "stack", novalidate: true, onsubmit: submit },
    before,
    fields.map(({ box }) => box),
    main,
    said,
  );
}

function field(name, label, { note, choices, ...attributes } = {}) {
  const id = `field-${name}`;
  const described = `${id}-note ${id}-error`;
  const input = choices
    ? el("select", { id, name }, choices.map((one) => el("option", { value: one }, one)))
    : el("input", { id, name, "aria-describedby": described, ...attributes });
  const error = el("span", { id: `${id}-error`, class: "error", role: "alert" });
  const help = el("span", { id: `${id}-note`, class: "small" }, note ?? "");
  return {
    name,
    input,
    error,
    box: el("p", {}, el("label", { for: id }, label), input, help, error),
  };
}

const emailField = (note) =>
  field("email", words.signup.email, {
    type: "email",
    autocomplete: "email",
    required: true,
    note,
  });

/** Shows a secret, this once, and what can be done with it at once. */
function showSecret(title, value, ...more) {
  const { made } = words;
  const url = `${base}/v1/key`;
  show(
    title,
    notice("warn", made.once),
    el("p", {}, `${made.key}: `, secret(value, made.copy)),
    text(made.ask),
    el("pre", { tabindex: "0" }, el("code", {}, `curl -H "x-api-key: ${value}" ${url}`)),
    el("p", {}, el("a", { href: "/docs" }, made.next)),
    more,
  );
}

function signupPage() {
  const { signup } = words;
  const fields = [
    field("name", signup.name, { autocomplete: "name", required: true }),
    emailField(signup.emailNote),
    field("note", signup.note, { note: signup.noteNote, required: true }),
    field("ips", signup.ips, { note: signup.ipsNote.replace("{address}", address) }),
    ...plans.length > 1 ? [field("plan", signup.plan, { choices: plans })] : [],
  ];
  show(
    signup.title,
    text(signup.about),
    form({ fields, button: signup.button, path: "", done: showOutcome }),
    el("p", { class: "text small" }, signup.privacy),
    el("p", {}, el("a", { href: "/key/manage" }, signup.manage)),
  );
}

/** The page behind a letter's link: nothing is sent before its button is pressed. */
function linkPage(title, about, button, path, done) {
  show(title, text(about), form({ button, path, values: () => ({ link }), done }));
}

function confirmPage() {
  const { title, text, button } = words.confirm;
  linkPage(title, text, button, "/confirm", ({ secret }) => showSecret(words.made.title, secret));
}

function manageAskPage() {
  const { title, text: about } = words.manageAsk;
  const { button } = words.signup;
  const fields = [emailField()];
  show(title, text(about), form({ fields, button, path: "/manage", done: showOutcome }));
}

function manageOpenPage() {
  const { text, button } = words.manageOpen;
  linkPage(words.manageAsk.title, text, button, "/manage/open", (key) => {
    session = key.session;
    // The link is used: it need not stay in the history.
    history.replaceState(null, "", location.pathname + location.search);
    link = "";
    managePage(key);
  });
}

/** What an owner can do to a key. */
function managePage(key, said) {
  const { manage } = words;
  const values = () => ({ session });
  const back = form({ button: manage.back, path: "/manage/show", values, done: managePage });
  const secretShown = ({ secret }) => showSecret(manage.newSecret, secret, back);
  const ips = field("ips", manage.addresses, { note: manage.addressesNote });
  ips.input.value = key.ips.join(", ");
  const sure = el("input", { type: "checkbox", required: true });
  const known = [
    [words.made.key, `${key.hint} ${key.id}`],
    [manage.owner, `${key.owner} · ${key.email}`],
    [manage.plan, key.plan],
    [manage.groups, key.groups.join(", ")],
    [manage.made, key.created_at.slice(0, 10)],
  ];
  const most = Math.max(1, ...key.usage.map(({ used }) => used));
  const heads = [
    el("th", { scope: "col" }, manage.day),
    el("th", { scope: "col", class: "number" }, manage.requests),
  ];
  const days = key.usage.toReversed().map(({ day, used }) => {
    const bar = el("meter", { min: 0, max: most, value: used, "aria-label": `${day}: ${used}` });
    return el("tr", {}, el("td", {}, day), el("td", { class: "number" }, `${used} `, bar));
  });
  show(
    words.made.title,
    said && notice("info", said),
    el("p", { class: "text small" }, manage.until),
    facts(known),
    el("h2", {}, manage.use),
    table(manage.use, heads, el("tbody", {}, days)),
    el("h2", {}, manage.addresses),
    form({
      fields: [ips],
      button: manage.save,
      path: "/manage/addresses",
      values,
      done: (changed) => managePage(changed, manage.saved),
    }),
    el("h2", {}, manage.rotation),
    form(
      { button: manage.rotate, path: "/manage/rotate", values, done: secretShown },
      text(manage.rotateNote),
    ),
    form(
      { button: manage.replace, path: "/manage/replace", values, done: secretShown },
      text(manage.replaceNote),
    ),
    el("h2", {}, manage.deletion),
    form(
      {
        button: manage.deleteButton,
        isBad: true,
        path: "/manage/delete",
        values: () => ({ session, sure: sure.checked }),
        done: () => show(manage.deleted.title, text(manage.deleted.text)),
      },
      text(manage.deleteNote),
      el("p", {}, el("label", { class: "check" }, sure, ` ${manage.deleteSure}`)),
    ),
  );
}

// A link that is opened where this page is open already.
addEventListener("hashchange", () => location.reload());

// The other language keeps the letter's link.
const other = document.getElementById("other");
other.href += location.hash;

const page = location.pathname.replace(/\/$/, "");
if (page === "/key/confirm") link === "" ? signupPage() : confirmPage();
else if (page === "/key/manage") link === "" ? manageAskPage() : manageOpenPage();
else signupPage();
