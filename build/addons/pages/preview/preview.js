// Shows a save as soon as it is built: asks which build is the last one, and fetches the page again.
const EVERY_MS = 1000;
const shown = () => document.querySelector("[data-version]")?.dataset.version;
let isAsking = false;

async function look() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const version = await (await fetch("/preview/version")).text();
    if (version !== shown()) await show();
  } catch {
    // While the server starts again the page stays as it is.
  }
  isAsking = false;
}

async function show() {
  const text = await (await fetch(location.href)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of ["[data-version]", "header.site", "main"]) {
    const [now, next] = [document, page].map((of) => of.querySelector(part));
    if (now && next) now.replaceWith(next);
  }
  document.title = page.title;
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
