// Puts a copy button beside each block of code, in the page's language.
const [copy, copied] = document.documentElement.lang === "id"
  ? ["Salin", "Disalin"]
  : ["Copy", "Copied"];
for (const block of document.querySelectorAll(".code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  });
  block.append(button);
}
