// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type PropsWithChildren } from "react";
import { expect, it } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { ownKey } from "./keys";
import { createQueryClient } from "./query-client";
import { useMay } from "./use-may";

const KEY = { id: "k", owner: "ann", default_project: "acme/a", created_at: "2026-11-20T08:00:00Z" };

function may(roles: { project_pattern: string; role: Role }[] | undefined, role: Role): boolean {
  const cache = createQueryClient();
  cache.setQueryDefaults(ownKey().queryKey, { enabled: false });
  if (roles) cache.setQueryData(ownKey().queryKey, { ...KEY, roles });
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client: cache }, children);
  return renderHook(() => useMay("acme/a", role), { wrapper }).result.current;
}

it.each<[string, Parameters<typeof may>[0], Role, boolean]>([
  ["its own role", [{ project_pattern: "acme/a", role: "member" }], "member", true],
  ["a higher role", [{ project_pattern: "acme/*", role: "admin" }], "member", true],
  ["a lower role", [{ project_pattern: "*", role: "annotator" }], "member", false],
  ["a role elsewhere", [{ project_pattern: "acme/b", role: "admin" }], "viewer", false],
  ["no roles", [], "viewer", false],
  ["a key that is not known yet", undefined, "admin", true],
])("with %s", (_name, roles, role, is) => expect(may(roles, role)).toBe(is));
