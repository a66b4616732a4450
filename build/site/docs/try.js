// Shows the interactive reference of the document beside this page.
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
