import type { CodeCheck } from "../../access/records/code_store.ts";
import { anyText, type Optional, required } from "../../http/parameter.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";
import type { CodeItem } from "../../model/answer/credentials.ts";

/** The parameters of `/api/codes/verify`, in the query or in a JSON body. */
const CODE_PARAMETERS = {
  code: required(anyText("the code as it was given out")),
  email: plusAsSpace(anyText("the e-mail address the code is bound to, if it is")),
};

/** A `+` in a query arrives as a space, which no address holds: `sari+fan@…` was sent so. */
function plusAsSpace(address: Optional<string>): Optional<string> {
  return { ...address, read: (text) => address.read(text)?.trim().replaceAll(" ", "+") };
}

/** `/api/codes/verify`: for everybody; no credential is read, nothing is changed. */
export function createCodeRoute(codes: CodeCheck): UncachedRoute {
  return uncachedRoute({
    id: "code-verify",
    path: "verify",
    summary: "Whether a code is good, and how often it was used",
    answers: { one: "code" },
    parameters: CODE_PARAMETERS,
    refuses: ["CODE_NOT_FOUND", "RATE_LIMITED", "TRY_AGAIN"],
    async handler({ request }, { code, email }) {
      const data = await codes.verify(code, email, request);
      return { status: true, data } satisfies CodeItem;
    },
  });
}
