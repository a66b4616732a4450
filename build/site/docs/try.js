// Shows the interactive reference of the document beside this page.
if (matchMedia("(prefers-color-scheme: dark)").matches) {
  document.documentElement.classList.add("dark-mode");
}

globalThis.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: false,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  // The library would otherwise ask a host of its own whether the document is valid.
  validatorUrl: null,
});
