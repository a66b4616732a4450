// Narrows the list of contents to headings that hold the words typed.
const list = document.querySelector("[data-filter]");

list?.previousElementSibling.addEventListener("input", ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of list.querySelectorAll("li")) {
    const text = item.textContent.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
  }
});
