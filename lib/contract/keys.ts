import * as z from "zod";
import { ROLES } from "./endpoint";
import { covers } from "./grants";
import { KEY_ROLES } from "./limits";
import { list } from "./list";
import { name, projectId, rowCount, timestamp } from "./primitives";
import { DEFAULT_ENTITY } from "./default-project";

const PATTERN = /^(\*|[^/*]+(\/(\*|[^/*]+))?)$/;

/**
 * `*` for every project, `<entity>/*` for all projects of an entity, or one project; a name without a slash is in
 * `local`.
 */
export const projectPattern = name
  .refine((text) => PATTERN.test(text), "must be *, <entity>/* or <entity>/<project>")
  .transform((text) => (text === "*" || text.includes("/") ? text : `${DEFAULT_ENTITY}/${text}`));

/** A `Grant` in a body. */
export const grant = z.strictObject({
  project_pattern: projectPattern,
  role: z.enum(ROLES, `must be one of ${ROLES.join(", ")}`),
});

/** A name that records have as their author. */
export const owner = name.refine((text) => text.trim() === text, "must not begin or end with a space");

/** Roles that somebody is given; each pattern at most once. */
export const grants = list(grant)
  .max(KEY_ROLES, `must have at most ${KEY_ROLES} entries`)
  .check(({ value, issues }) => {
    for (const [index, { project_pattern }] of value.entries())
      if (value.findIndex((other) => other.project_pattern === project_pattern) < index)
        issues.push({
          code: "custom",
          input: project_pattern,
          path: [index, "project_pattern"],
          message: "is listed twice",
        });
  });

/** A key with its roles, without its text. */
export const keyHolder = z.object({
  /** Part of the key's text, and shown in the log. */
  id: z.string(),
  /** Recorded as `ext_user_id`. */
  owner: z.string(),
  default_project: z.string(),
  roles: z.array(grant),
});
export type KeyHolder = z.infer<typeof keyHolder>;

/** A key created by this service. */
export const apiKey = keyHolder.extend({
  created_at: timestamp,
  /** Owner of the key that created it. */
  created_by: z.string().optional(),
  /** Accurate to the minute. */
  last_used_at: timestamp.optional(),
  revoked_at: timestamp.optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The caller needs `admin` on every pattern; `default_project` defaults to the first pattern's. */
export const keysCreateRequest = z
  .strictObject({
    owner,
    roles: grants.min(1, "must have at least one entry"),
    default_project: projectId.nullish(),
  })
  .check(({ value: { roles, default_project }, issues }) => {
    if (default_project && !roles.some(({ project_pattern }) => covers(project_pattern, default_project)))
      issues.push({
        code: "custom",
        input: default_project,
        path: ["default_project"],
        message: "must be a project that the key has a role on",
      });
  });
export type KeysCreate = z.infer<typeof keysCreateRequest>;

/** `api_key` is the key's text, which is returned only here. */
export const keysCreateResponse = z.object({ key: apiKey, api_key: z.string() });

/** Keys that the caller may manage, newest first; with `created_by`, those that this owner created. */
export const keysQueryRequest = z.strictObject({
  include_revoked: z.boolean().nullish(),
  created_by: name.nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type KeysQuery = z.infer<typeof keysQueryRequest>;
export const keysQueryResponse = z.object({ keys: z.array(apiKey) });

/** Revoking is permanent; a revoked key is returned unchanged. */
export const keysRevokeRequest = z.strictObject({ id: name });
export const keysRevokeResponse = z.object({ key: apiKey });

/** The owner and roles of the request's key. */
export const keysSelfRequest = z.strictObject({});
export const keysSelfResponse = z.object({ key: keyHolder });
