// Asks for the page again every 30 s while it is looked at; the browser sends its entity tag.
const EVERY_MS = 30_000;

async function refresh() {
  // While somebody types in the page, it stays unchanged.
  if (document.hidden || document.activeElement?.matches("input")) return;
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [now, next] = [document, page].map((of) => of.querySelector("main"));
    if (now && next && now.innerHTML !== next.innerHTML) now.replaceWith(next);
  } catch {
    // Without a connection the page stays as it is.
  }
}

setInterval(refresh, EVERY_MS);
