import { createHash } from "node:crypto";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "./openapi";
import { docsPage } from "./page";
import { STYLE } from "./style";

/** The page runs no scripts, loads and sends nothing, and cannot be framed; its only style is allowed by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS = {
  "content-type": endpoints.docs.answerType,
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Placeholder in the cached page for the address of the service. */
const ANY_ORIGIN = "http://address-of-this-service.invalid";
const pages = new Map<string, Promise<string>>();

/** The reference page of a version, with the address at which it was requested. */
export async function referencePage(version: string, origin: string): Promise<string> {
  return (await pageOf(version)).replaceAll(ANY_ORIGIN, origin);
}

/** Rendered once, since that takes a quarter of a second and the page needs no key. */
async function pageOf(version: string): Promise<string> {
  const page =
    pages.get(version) ??
    Promise.resolve(docsPage(openApiDocument(version), Object.entries<Endpoint>(endpoints), ANY_ORIGIN)).then(String);
  pages.set(version, page);
  return page;
}
