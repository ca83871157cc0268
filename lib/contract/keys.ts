import * as z from "zod";
import { ROLES } from "./endpoint";
import { covers } from "./grants";
import { KEY_ROLES } from "./limits";
import { list } from "./list";
import { name, projectId, rowCount, timestamp } from "./primitives";
import { DEFAULT_ENTITY } from "./default-project";

const PATTERN = /^(\*|[^/*]+(\/(\*|[^/*]+))?)$/;

/** `*` for every project, `<entity>/*` for all of an entity, or one project; a name without a slash is in `local`. */
const projectPattern = name
  .refine((text) => PATTERN.test(text), "must be *, <entity>/* or <entity>/<project>")
  .transform((text) => (text === "*" || text.includes("/") ? text : `${DEFAULT_ENTITY}/${text}`));

/** A `Grant` in a body. */
export const grant = z.strictObject({
  project_pattern: projectPattern,
  role: z.enum(ROLES, `must be one of ${ROLES.join(", ")}`),
});

const owner = name.refine((text) => text.trim() === text, "must not begin or end with a space");

/** What a key is and may do; never its text. */
export const keyHolder = z.object({
  /** Stands in the key's text, and in the log. */
  id: z.string(),
  /** Recorded as `ext_user_id`. */
  owner: z.string(),
  default_project: z.string(),
  roles: z.array(grant),
});
export type KeyHolder = z.infer<typeof keyHolder>;

/** A key that was made here. */
export const apiKey = keyHolder.extend({
  created_at: timestamp,
  /** Owner of the key that made it. */
  created_by: z.string().optional(),
  /** To the minute. */
  last_used_at: timestamp.optional(),
  revoked_at: timestamp.optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The caller needs `admin` on every pattern; `default_project` is the first pattern's when it is not given. */
export const keysCreateRequest = z
  .strictObject({
    owner,
    roles: list(grant).min(1, "must name a project").max(KEY_ROLES, `must have at most ${KEY_ROLES} entries`),
    default_project: projectId.nullish(),
  })
  .check(({ value: { roles, default_project }, issues }) => {
    for (const [index, { project_pattern }] of roles.entries())
      if (roles.findIndex((other) => other.project_pattern === project_pattern) < index)
        issues.push({
          code: "custom",
          input: project_pattern,
          path: ["roles", index, "project_pattern"],
          message: "is listed twice",
        });
    if (default_project && !roles.some(({ project_pattern }) => covers(project_pattern, default_project)))
      issues.push({
        code: "custom",
        input: default_project,
        path: ["default_project"],
        message: "must be a project that the key has a role on",
      });
  });
export type KeysCreate = z.infer<typeof keysCreateRequest>;

/** `api_key` is the key's text: nothing gives it out a second time. */
export const keysCreateResponse = z.object({ key: apiKey, api_key: z.string() });

/** Keys that the caller may manage, newest first. */
export const keysQueryRequest = z.strictObject({
  include_revoked: z.boolean().nullish(),
  limit: rowCount,
  offset: rowCount,
});
export type KeysQuery = z.infer<typeof keysQueryRequest>;
export const keysQueryResponse = z.object({ keys: z.array(apiKey) });

/** Revoking is final; a key that is revoked already is answered as it is. */
export const keysRevokeRequest = z.strictObject({ id: name });
export const keysRevokeResponse = z.object({ key: apiKey });

/** Whose key the request carries, and what it may do. */
export const keysSelfRequest = z.strictObject({});
export const keysSelfResponse = z.object({ key: keyHolder });
