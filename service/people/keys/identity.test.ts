import { describe, expect, test } from "vitest";
import { type Role, ROLES } from "@/lib/contract/endpoint";
import { type Identity, mayAccess, requireAccess, requireRole } from "./identity";

const holder = (role: Role | undefined): Identity => ({
  keyId: "k1",
  owner: "ada",
  defaultProject: "acme/a",
  roles: role ? [{ project_pattern: "acme/a", role }] : [],
});

describe.each(ROLES)("a key with the role %s", (has) => {
  test.each(ROLES)("for what needs %s", (needed) => {
    const allowed = ROLES.indexOf(has) >= ROLES.indexOf(needed);
    expect(mayAccess(holder(has), "acme/a", needed)).toBe(allowed);
    expect(mayAccess(holder(has), "acme/b", needed)).toBe(false);
  });
});

test("a key without a role may do nothing", () => {
  for (const role of ROLES) expect(mayAccess(holder(undefined), "acme/a", role)).toBe(false);
  expect(() => requireAccess(holder("viewer"), "acme/a", "member")).toThrow(
    expect.objectContaining({
      code: "forbidden",
      message: "This key does not have the member role on project acme/a; ask an admin for access",
    }),
  );
});

test("requiring a role on any project throws if the key has it nowhere", () => {
  expect(() => requireRole(holder("viewer"), "viewer")).not.toThrow();
  expect(() => requireRole(holder("viewer"), "member")).toThrow(
    expect.objectContaining({
      code: "forbidden",
      message: "This key does not have the member role on any project; ask an admin for access",
    }),
  );
});
