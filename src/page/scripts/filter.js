// Narrows the list of contents to headings that hold the words typed.
const list = document.querySelector("[data-filter]");

if (list) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "search";
  label.append("Filter", input);
  list.before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of list.querySelectorAll("li")) {
      const text = item.textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
  });
}
