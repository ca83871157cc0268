import * as z from "zod";
import { DEFAULT_ENTITY } from "./default-project";
import { toStorableText } from "@/lib/json/decode";
import { NAME_CHARS } from "./limits";
import { parseRef, RefError } from "./refs";
import { normalizeTimestamp } from "./time";

const CONTROL = /\p{Cc}/u;

/**
 * A field that identifies something: 1 to 1,024 characters, no control characters (especially NUL), no lone surrogates.
 */
export const name = z
  .string()
  .min(1, "must not be empty")
  .max(NAME_CHARS, `must have at most ${NAME_CHARS} characters`)
  .refine((text) => !CONTROL.test(text), "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must be well-formed Unicode");

/**
 * Free text that is shown but identifies nothing: characters that PostgreSQL cannot store (NUL, lone surrogates) become
 * U+FFFD.
 */
export const text = z.string().transform(toStorableText);

/** A name that is shown but identifies nothing: as `text`, with the limit on names. */
export const shownName = z
  .string()
  .max(NAME_CHARS, `must have at most ${NAME_CHARS} characters`)
  .transform(toStorableText);

const PROJECT = /^[^/]+(\/[^/]+)?$/;

/** `<entity>/<project>`; a name without a slash is in entity `local`. */
export const projectId = name
  .refine((value) => PROJECT.test(value), "must have the form <entity>/<project>")
  .refine(
    (value) => !value.split("/").some((part) => part === "." || part === ".."),
    "must not contain . or .. as a name",
  )
  .transform((value) => (value.includes("/") ? value : `${DEFAULT_ENTITY}/${value}`));

/** `limit` and `offset` of a list: integers, not negative; absent or null means "all" and "from the start". */
export const rowCount = z.int("must be a whole number").min(0, "must not be negative").nullish();

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The id of a record, as the service generates them; a client that sends its own can repeat the request safely. */
export const timeOrderedId = z.string().toLowerCase().regex(UUID_V7, "must be a time-ordered UUID (version 7)");

/** Base address of a server, without a trailing slash; paths are appended to it. */
export const baseAddress = z
  .string()
  .refine(isPlainAddress, "must be an http or https address such as http://127.0.0.1:8000/v1, without user, ? or #")
  .transform((address) => address.replace(/\/+$/, ""));

function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

/** An API key as sent in headers. */
export const headerKey = z.string().regex(/^[\x21-\x7e]+$/, "must be plain text without spaces");

/** A date-time in a body: any ISO 8601 spelling in, UTC with microseconds and `Z` out. */
export const timestamp = z
  .string()
  .transform((value, ctx) => {
    const normalized = normalizeTimestamp(value);
    if (normalized !== undefined) return normalized;
    ctx.addIssue({ code: "custom", message: "must be an ISO 8601 date-time, such as 2026-11-20T08:40:45.487Z" });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** A string field that holds a `core:///` ref; the text stays as sent. */
export const refSchema = z.string().check(({ value, issues }) => {
  try {
    parseRef(value);
  } catch (error) {
    if (!(error instanceof RefError)) throw error;
    issues.push({ code: "custom", input: value, message: error.message });
  }
});
