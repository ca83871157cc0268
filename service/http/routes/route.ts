import type { z } from "zod";
import { type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { JsonText, toJsonText, writeJson } from "@/lib/json/text";
import { ITEMS_AT_ONCE, mapInTurns, Turns } from "@/lib/limit/turns";
import { validateInTurns } from "@/lib/contract/validate-in-turns";
import { AppError } from "@/lib/contract/app-error";
import type { AuditTrail } from "@/service/http/audit/trail";
import { type Identity, requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import type { BodyLease } from "@/service/limits/body-memory";
import type { ServiceContext } from "@/service/http/middleware/env";
import { readFormBody } from "@/service/http/middleware/form-body";
import { readJsonBody } from "@/service/http/middleware/json-body";
import { streamArray, streamLines, streamParts } from "./json-lines";

export const JSON_HEADERS = { "content-type": "application/json" };

/** An endpoint and its handler; `app.ts` mounts it. */
export type Route<E extends Endpoint = Endpoint> = {
  endpoint: E;
  answer: (c: ServiceContext, deps: ServiceDeps) => Promise<Response>;
};

export type AskedEndpoint = Endpoint & { request: z.ZodType };

/** What a handler gets besides its input. */
export type Caller = {
  identity: Identity;
  /** Reserves memory of the key's share, in bytes, until the request has ended: see `BodyLease.take`. */
  hold: BodyLease["take"];
  /** The audit record, for a handler that finds out what the request is about. */
  audit?: AuditTrail;
};

/** The project on which the key needs the endpoint's role; `"each"` when the handler checks that itself. */
type ProjectOf<Input> = ((input: Input) => string) | "each";

/** For endpoints whose input names the project. */
export const inProject = (input: { project_id: string }) => input.project_id;

/** An endpoint with input, which is read, validated and authorized before `handle` gets it; its result is sent as JSON. */
export function route<E extends AskedEndpoint>(
  endpoint: E,
  project: ProjectOf<z.output<E["request"]>>,
  handle: (deps: ServiceDeps, input: z.output<E["request"]>, caller: Caller) => Promise<z.output<E["response"]>>,
): Route<E> {
  return routeWith<E, E["request"]>(endpoint, endpoint.request, project, handle);
}

/** Like `route`, for a handler that validates parts of the body itself: `schema` replaces that of the contract. */
export function routeWith<E extends AskedEndpoint, Schema extends z.ZodType>(
  endpoint: E,
  schema: Schema,
  project: ProjectOf<z.output<Schema>>,
  handle: (deps: ServiceDeps, input: z.output<Schema>, caller: Caller) => Promise<z.output<E["response"]>>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input, caller } = await authorizedInput(c, endpoint, schema, project);
      const answer = await handle(deps, input, caller);
      caller.audit?.note(answer);
      const text = writeJson(await withItemsWritten(inDialect(c, answer)));
      await caller.audit?.sending({ bytes: Buffer.byteLength(text) });
      return c.body(text, 200, JSON_HEADERS);
    },
  };
}

/** A POST endpoint that returns JSON lines, in the batches that `list` yields. */
export function listRoute<E extends AskedEndpoint>(
  endpoint: E,
  project: (input: z.output<E["request"]>) => string,
  list: (
    deps: ServiceDeps,
    input: z.output<E["request"]>,
    signal: AbortSignal,
  ) => AsyncIterable<readonly z.output<E["response"]>[]>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input } = await authorizedInput<E["request"]>(c, endpoint, endpoint.request, project);
      return streamLines(c, deps.logger, (signal) => eachInDialect(c, list(deps, input, signal)));
    },
  };
}

/** A POST endpoint that returns an object whose field `name` is a list, in the batches that `list` yields. */
export function arrayRoute<E extends AskedEndpoint, Name extends keyof z.output<E["response"]> & string>(
  endpoint: E,
  name: Name,
  project: ProjectOf<z.output<E["request"]>>,
  list: (
    deps: ServiceDeps,
    input: z.output<E["request"]>,
    signal: AbortSignal,
    caller: Caller,
  ) => AsyncIterable<z.output<E["response"]>[Name] & readonly unknown[]>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input, caller } = await authorizedInput<E["request"]>(c, endpoint, endpoint.request, project);
      return streamArray(c, deps.logger, name, (signal) => eachInDialect(c, list(deps, input, signal, caller)));
    },
  };
}

/** An endpoint that returns bytes, or JSON as bytes, in the parts that `read` yields. */
export function bytesRoute<E extends AskedEndpoint>(
  endpoint: E,
  project: ProjectOf<z.output<E["request"]>>,
  read: (deps: ServiceDeps, input: z.output<E["request"]>, caller: Caller) => AsyncIterable<Uint8Array>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { input, caller } = await authorizedInput<E["request"]>(c, endpoint, endpoint.request, project);
      // Browsers must not show the bytes as a page of this origin.
      if (endpoint.answer === "binary") c.header("content-disposition", "attachment");
      const type = endpoint.answerType ?? JSON_HEADERS["content-type"];
      return streamParts(c, deps.logger, type, () => read(deps, input, caller));
    },
  };
}

/** A GET endpoint without input. For another status than 200 the handler throws, or returns `status`. */
export function getRoute<E extends Endpoint>(
  endpoint: E,
  handle: (deps: ServiceDeps) => Promise<{ value: z.output<E["response"]>; status?: 200 | 503 }>,
): Route<E> {
  return {
    endpoint,
    async answer(c, deps) {
      const { value, status = 200 } = await handle(deps);
      return c.body(writeJson(value), status, JSON_HEADERS);
    },
  };
}

/** The input of a request, if its key has the endpoint's role on the project; the audit log then has its record. */
export async function authorizedInput<Schema extends z.ZodType>(
  c: ServiceContext,
  endpoint: AskedEndpoint,
  schema: Schema,
  project: ProjectOf<z.output<Schema>>,
): Promise<{ input: z.output<Schema>; caller: Caller }> {
  const identity = c.get("identity");
  // Default deny: only requests that passed the guard are answered.
  if (!identity || endpoint.role === "none")
    throw new AppError("forbidden", "This endpoint requires an API key with a role on the project");
  const body = await readAsked(c, endpoint);
  const turns = new Turns();
  const value = c.get("dialect")?.readBody(body, endpoint, schema) ?? body;
  const input = await validateInTurns(schema, value, () => turns.after());
  const audit = c.get("audit");
  audit?.concerns(input);
  if (project !== "each") requireAccess(identity, project(input), endpoint.role);
  await audit?.begin();
  return { input, caller: { identity, audit, hold: (bytes) => c.get("bodyLease").take(bytes) } };
}

/** The unchecked input of a request: its body, or the fields of its path and query. */
export async function readAsked(c: ServiceContext, endpoint: AskedEndpoint): Promise<unknown> {
  if (!takesBody(endpoint)) return { ...c.req.query(), ...c.req.param() };
  if (endpoint.requestType) return readFormBody(c);
  const body = await readJsonBody(c, endpoint.request);
  return endpoint.bodyBesidePath && typeof body === "object" ? { ...body, ...c.req.param() } : body;
}

/** The answer with the items of its long lists written, so that others do not wait until all of them are. */
export async function withItemsWritten(answer: unknown): Promise<unknown> {
  if (typeof answer !== "object" || answer === null || answer instanceof JsonText) return answer;
  const written: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(answer))
    if (Array.isArray(value) && value.length > ITEMS_AT_ONCE) written[field] = await mapInTurns(value, toJsonText);
  return Object.keys(written).length === 0 ? answer : { ...answer, ...written };
}

/** The response in the caller's dialect. */
export function inDialect(c: ServiceContext, answer: unknown): unknown {
  return c.get("dialect")?.writeAnswer(answer) ?? answer;
}

async function* eachInDialect(c: ServiceContext, batches: AsyncIterable<readonly unknown[]>) {
  // A list without rows was read, too.
  await c.get("audit")?.sending({ rows: 0 });
  for await (const rows of batches) {
    await c.get("audit")?.sending({ rows: rows.length });
    yield c.get("dialect") ? rows.map((row) => inDialect(c, row)) : rows;
  }
}
