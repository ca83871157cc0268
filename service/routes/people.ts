import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { validate } from "@/lib/contract/validate";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { writeJson } from "@/lib/json/text";
import type { ServiceContext } from "@/service/middleware/env";
import { requireJsonType } from "@/service/middleware/json-body";
import { readOpenText } from "@/service/middleware/open-body";
import { countFailure } from "@/service/middleware/wrong-keys";
import type { People } from "@/service/people/people";
import { type AskedEndpoint, JSON_HEADERS, type Route, route } from "./route";

const FORM_TYPE = "application/x-www-form-urlencoded";

export const peopleRoutes = {
  peopleSignIn: openRoute(endpoints.peopleSignIn, async (people, given, by) => {
    const session = await people.signIn(given);
    by(session.owner);
    return session;
  }),

  peopleSignOut: route(endpoints.peopleSignOut, "each", async ({ people }, _input, { identity }) =>
    people ? people.signOut(identity.keyId) : { ended: false },
  ),

  peopleProviderSignOut: openRoute(endpoints.peopleProviderSignOut, async (people, { logout_token }, by) => {
    const [owner] = await people.endByProvider(logout_token);
    if (owner !== undefined) by(owner);
    return {};
  }),
};

/** An endpoint that needs a token of the sign-in provider instead of a key; wrong ones are counted as wrong keys are.
 `by` says whose request it is, for the audit log.
 */
function openRoute<E extends AskedEndpoint>(
  endpoint: E,
  handle: (
    people: People,
    input: z.output<E["request"]>,
    by: (owner: string) => void,
  ) => Promise<z.output<E["response"]>>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      c.header("cache-control", "no-store");
      if (!deps.people)
        throw new AppError("unknown_endpoint", "This service has no sign-in provider; set OIDC_ISSUER for the service");
      const input = validate<E["request"]>(endpoint.request, await readOpen(c, endpoint));
      try {
        return c.body(
          writeJson(await handle(deps.people, input, (owner) => c.get("audit")?.by(owner))),
          200,
          JSON_HEADERS,
        );
      } catch (error) {
        if (isFailedAttempt(error)) await countFailure(c, deps.attempts, c.get("address") ?? "");
        throw error;
      }
    },
  };
}

const isFailedAttempt = (error: unknown) =>
  error instanceof AppError && ["unauthenticated", "bad_request"].includes(error.code);

async function readOpen(c: ServiceContext, { requestType }: AskedEndpoint): Promise<unknown> {
  if (requestType === undefined) requireJsonType(c);
  else if (!c.req.header("content-type")?.toLowerCase().startsWith(FORM_TYPE))
    throw new AppError("unsupported_media_type", `The Content-Type must be ${FORM_TYPE}`);
  const text = await readOpenText(c);
  if (requestType !== undefined) return Object.fromEntries(new URLSearchParams(text));
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new AppError("not_json", error.message, { cause: error });
  }
}
