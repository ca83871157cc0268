import type { z } from "zod";
import { CALL_ID_HEADER, UPSTREAM_HEADER } from "@/lib/contract/chat-wire";
import type { Endpoint } from "@/lib/contract/endpoint";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/error-codes";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { errorCode, openAiError, traceError } from "@/lib/contract/errors";
import { fieldErrors } from "@/lib/contract/field-errors";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { ApiError, type ApiErrorCode } from "./api-error";

// Parsing with the contract's schemas, which are large: `client.ts` loads this module separately from the page.

export type Endpoints = typeof endpoints;

export type AnswerOf<Name extends EndpointName> = z.output<Endpoints[Name]["response"]>;

const schemas: { readonly [Name in EndpointName]: { response: z.ZodType<AnswerOf<Name>> } } = endpoints;

/** The headers of a request with a JSON body, and of one whose answer is saved as a file. */
export function headersOf(hasBody: boolean, isExport = false): Record<string, string> {
  return { ...(hasBody && { "content-type": "application/json" }), ...(isExport && { [EXPORT_HEADER]: "yes" }) };
}

/** How an endpoint is called. */
export function endpointNamed(name: EndpointName): Endpoint {
  return endpoints[name];
}

/** A response's text parsed with the endpoint's schema. Throws the ApiError `unexpected_answer`. */
export function parseAnswer<Name extends EndpointName>(
  name: Name,
  text: string,
  { status, headers }: Response,
): AnswerOf<Name> {
  const { path } = endpoints[name];
  const { response } = schemas[name];
  const details = { status, requestId: headers.get("x-request-id") ?? undefined };
  let value: unknown;
  try {
    value = parseJson(text, slicePlan(response));
  } catch (cause) {
    throw new ApiError("unexpected_answer", `${path} did not return JSON.`, { ...details, cause });
  }
  const parsed = response.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error);
  const first = errors[0] ? `: ${errors[0].path} ${errors[0].message}` : "";
  throw new ApiError("unexpected_answer", `${path} returned an unexpected response${first}.`, {
    ...details,
    errors,
  });
}

/** The error of a non-2xx response, in any of the contract's error formats or none. */
export async function errorOfAnswer(answer: Response, endpoint: Endpoint): Promise<ApiError> {
  const { status, headers } = answer;
  const body = parseLoosely(await answer.text().catch(() => ""));
  const retryAfter = Number.parseInt(headers.get("retry-after") ?? "", 10);
  const details = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    callId: headers.get(CALL_ID_HEADER) ?? undefined,
    upstream: headers.get(UPSTREAM_HEADER) ?? undefined,
  };
  const trace = traceError.safeParse(body);
  if (trace.success) {
    const { code, message, request_id: requestId, errors } = trace.data;
    return new ApiError(code, message, { ...details, requestId, errors });
  }
  const openAi = openAiError.safeParse(body);
  const namedCode = openAi.success ? errorCode.safeParse(openAi.data.error.code).data : undefined;
  // A model server may use codes with the same spelling as ours.
  const code = namedCode && ERROR_STATUS[namedCode] === status ? namedCode : codeOfStatus(status, endpoint);
  if (!openAi.success) return new ApiError(code, `The service responded with status ${status}.`, details);
  const { message, param, errors = param ? [{ path: param, message }] : [] } = openAi.data.error;
  return new ApiError(code, message, { ...details, errors });
}

/**
 * The code of a response that has none of our codes. A service may leave out extensions, so a 404 from one means that
 * the endpoint does not exist; every service has the core endpoints, so their 404 is about what the request names.
 */
function codeOfStatus(status: number, { kind }: Endpoint): ApiErrorCode {
  if (status === 501 || status === 405 || (status === 404 && kind === "extension")) return "unknown_endpoint";
  const entries = Object.entries(ERROR_STATUS) as [ErrorCode, number][];
  return entries.findLast(([, known]) => known === status)?.[0] ?? "unexpected_answer";
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
