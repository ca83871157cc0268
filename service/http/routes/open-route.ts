import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { validate } from "@/lib/contract/validate";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { writeJson } from "@/lib/json/text";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceContext } from "@/service/http/middleware/env";
import { requireJsonType } from "@/service/http/middleware/json-body";
import { readOpenText } from "@/service/http/middleware/open-body";
import { countFailure } from "@/service/http/middleware/wrong-keys";
import { type AskedEndpoint, JSON_HEADERS, type Route } from "./route";

const FORM_TYPE = "application/x-www-form-urlencoded";

/**
 * An endpoint that needs a token instead of a key: of the sign-in provider, or of an invitation. Wrong ones are counted as
 * wrong keys are. `needs` returns what the handler needs, or throws. `by` says whose request it is and what it is about,
 * for the audit log.
 */
export function openRoute<E extends AskedEndpoint, Needed>(
  endpoint: E,
  needs: (deps: ServiceDeps) => Needed,
  handle: (
    needed: Needed,
    input: z.output<E["request"]>,
    by: (owner: string, about?: object) => void,
  ) => Promise<z.output<E["response"]>>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      c.header("cache-control", "no-store");
      const needed = needs(deps);
      const input = validate<E["request"]>(endpoint.request, await readOpen(c, endpoint));
      try {
        const answer = await handle(needed, input, (owner, about) => {
          c.get("audit")?.by(owner);
          if (about) c.get("audit")?.note(about);
        });
        return c.body(writeJson(answer), 200, JSON_HEADERS);
      } catch (error) {
        if (isFailedAttempt(error)) await countFailure(c, deps.attempts, c.get("address") ?? "");
        throw error;
      }
    },
  };
}

const isFailedAttempt = (error: unknown) =>
  error instanceof AppError && ["unauthenticated", "bad_request", "not_found"].includes(error.code);

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
