// Parts of pages that scripts make. Texts go in as text alone.

/** Makes an element: attributes, handlers (`onclick`), then children; texts become text nodes. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
  return made;
}

/** Says what came of something; a reader of the screen speaks it. */
export function notice(tone, ...texts) {
  const role = tone === "bad" ? "alert" : "status";
  return el("div", { class: `notice ${tone}`, role }, texts.map((text) => el("p", {}, text)));
}

/** A secret with a button that copies it. */
export function secret(value, label) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    button.textContent = "✓";
  };
  const button = el("button", { type: "button", onclick: copy }, label);
  return [el("code", { class: "secret" }, value), " ", button];
}

/** A list of names and values. */
export function facts(entries) {
  const parts = entries.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  return el("dl", { class: "facts" }, parts.map((pair) => el("div", {}, pair)));
}

/** A table of heads and rows, whose cells are made already, in a box of its own that scrolls. */
export function table(label, heads, body) {
  return el(
    "div",
    { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, el("tr", {}, heads)), body),
  );
}
