import { readFileSync } from "node:fs";
import * as z from "zod";
import { formatPath } from "@/lib/json/format-path";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { isAddressRange } from "@/lib/network/client-address";
import { readSecret } from "./seal";
import { StartError } from "@/service/store/start-error";

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const YES = ["1", "true", "on", "yes"];
const NO = ["0", "false", "off", "no"];
const MAX_SHOWN_CHARS = 80;
const MAX_SECONDS = 3_600;
const SECONDS_WANTED = `a whole number of seconds from 0 to ${MAX_SECONDS}`;

/** A whole number of at least 1, as text. */
export function numberVariable(most: number) {
  const expected = `a whole number from 1 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, expected)
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, expected);
}

/** A whole number of seconds, at most an hour, as text. */
export const secondsVariable = z
  .string()
  .regex(/^\d{1,4}$/, SECONDS_WANTED)
  .transform(Number)
  .refine((seconds) => seconds <= MAX_SECONDS, SECONDS_WANTED);

/** A TCP port, as text. */
export const portVariable = numberVariable(65_535);

/** A name or address to listen on. */
export const hostVariable = z
  .string()
  .regex(/^[\w.:-]{1,253}$/, "a host name or an IP address, without port, brackets or scheme");

export const switchVariable = z
  .string()
  .toLowerCase()
  .refine((text) => YES.includes(text) || NO.includes(text), `one of ${[...YES, ...NO].join(", ")}`)
  .transform((text) => YES.includes(text));

/** Marks a variable whose value messages must not show. */
export const secretVariable = z.string("a value").meta({ secret: true });

/** A secret that seals stored keys. */
export const sealingSecretVariable = z
  .string()
  .transform((text, context): Buffer => {
    const secret = readSecret(text);
    if (secret) return secret;
    context.addIssue({ code: "custom", message: "32 bytes in base64 or hex, such as from: openssl rand -base64 32" });
    return z.NEVER;
  })
  .meta({ secret: true });

export const databaseUrlVariable = secretVariable.refine(
  (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
  "an address such as postgresql://user:password@host:5432/database",
);

/** An address for programs and people, without its final slash. */
export const addressVariable = z
  .url({ protocol: /^https?$/, error: "an address such as https://loupe.example.com" })
  .transform((text) => text.replace(/\/+$/, ""));

/** Comma-separated names. */
export const listVariable = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

/** Comma-separated addresses, or ranges of them. */
export const proxiesVariable = listVariable.refine(
  (entries) => entries.every(isAddressRange),
  "comma-separated IP addresses or ranges, such as 10.0.0.5, fd00::/8",
);

/** JSON, or the path of a file with JSON; `what` describes its shape. Never shown in full, since it contains keys. */
export function documentVariable<Schema extends z.ZodType>(schema: Schema, what: string) {
  return z
    .string()
    .transform((value, context): z.output<Schema> => {
      const read = readDocument(value, schema);
      if ("found" in read) return read.found;
      context.addIssue({
        code: "custom",
        message: `${what}, or the path to a file containing it. Problem: ${read.fault}`,
      });
      return z.NEVER;
    })
    .meta({ secret: true });
}

function readDocument<Schema extends z.ZodType>(
  value: string,
  schema: Schema,
): { found: z.output<Schema> } | { fault: string } {
  const isJson = /^\s*[[{]/.test(value);
  try {
    const read = schema.safeParse(parseJson(isJson ? value : readFileSync(value, "utf8")));
    if (read.success) return { found: read.data };
    const [issue] = read.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = formatPath([...(issue?.path ?? []), ...unknown]);
    const message = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
    return { fault: `${path || "it"} ${unknown.length > 0 ? "is not a known field" : message}` };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { fault: `it is not valid JSON (character ${error.offset})` };
    return { fault: "there is no such file, or it cannot be read" };
  }
}

/**
 * Reads the variables of a schema from the environment; an empty one counts as not set. Throws `StartError` with the
 * first invalid variable, its value and what is expected.
 */
export function readVariables<Schema extends z.ZodObject>(schema: Schema, environment: Environment): z.output<Schema> {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, environment[name] || undefined]));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  const value = given[name];
  const found =
    value === undefined
      ? "not set;"
      : isSecret(schema.shape[name])
        ? "invalid value (hidden, since it may contain keys);"
        : `found ${shown(value)},`;
  throw new StartError(`${name}: ${found} expected ${issue?.message}`);
}

const shown = (value: string) =>
  JSON.stringify(value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value);

function isSecret(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isSecret(schema.unwrap());
  return schema instanceof z.ZodType && schema.meta()?.["secret"] === true;
}
