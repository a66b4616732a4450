// Shows the API document by Swagger UI, and sends the requests that are composed on the page.
const KEY = "HeaderXApiKey";

const [response] = await Promise.all([
  fetch("/openapi.json"),
  load(Object.assign(document.createElement("script"), { src: "/assets/swagger-ui.js" })),
  load(
    Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: "/assets/swagger-ui.css",
    }),
  ),
]);
const spec = await response.json();
const { securitySchemes, responses } = spec.components;
spec.servers = [{ url: location.origin }];
// A key has some twenty places in a request: one is enough to try.
spec.components.securitySchemes = { Key: securitySchemes[KEY] };
// What else may be answered, the reference tells in less space.
for (const response of Object.values(responses)) delete response.headers;
for (const operation of Object.values(spec.paths).flatMap((item) => Object.values(item))) {
  operation.security = operation.security
    .filter((way) => Object.keys(way).every((scheme) => scheme === KEY))
    .map((way) => KEY in way ? { Key: [] } : way);
  operation.responses = { 200: operation.responses[200] };
}

/** What assistive programs are told of the parts: element, attribute, value. */
const TOLD = [
  ["#try .close-modal", "aria-label", "Close"],
  ["#try .modal-btn.authorize", "aria-label", "Authorize"],
];
new MutationObserver(() => {
  for (const [part, name, value] of TOLD) {
    for (const element of document.querySelectorAll(part)) {
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
  }
}).observe(document.getElementById("try"), { childList: true, subtree: true });

/** The page itself says what it is, and where requests go. */
const layout = ({ React: { createElement } }) => ({
  components: {
    Layout: ({ getComponent }) =>
      createElement(
        "div",
        { className: "swagger-ui" },
        ...["AuthorizeBtnContainer", "FilterContainer", "operations"].map((name) =>
          createElement(getComponent(name, true))
        ),
      ),
  },
});
globalThis.SwaggerUIBundle({
  dom_id: "#try",
  spec,
  plugins: [layout],
  layout: "Layout",
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: false,
  tryItOutEnabled: true,
  requestInterceptor(request) {
    const isWithout = /\/(api|v1)\//.test(request.url) && !("x-api-key" in request.headers);
    const notice = document.getElementById("no-key");
    notice.hidden = !isWithout;
    if (isWithout) notice.scrollIntoView({ block: "center" });
    return request;
  },
});

/** Resolves when a script or a stylesheet is there. */
function load(element) {
  return new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
}
