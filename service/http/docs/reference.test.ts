import path from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "./openapi";
import { referenceMarkdown } from "./reference";

const PAGE = path.resolve(import.meta.dirname, "../../../docs/reference.md");

test("docs/reference.md is what the contract says; -u writes it", async () => {
  const page = referenceMarkdown(openApiDocument("1.2.3"), Object.entries<Endpoint>(endpoints));
  await expect(page).toMatchFileSnapshot(PAGE);
});
