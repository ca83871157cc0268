import * as z from "zod";
import { sortBy } from "./calls";
import { commentPayload } from "./comments";
import { isOneEmoji } from "./emoji";
import { itemError } from "./errors";
import { list } from "./list";
import { querySchema } from "./query-schema";
import { JsonNode } from "@/lib/json/node";
import { jsonObject } from "@/lib/json/payload";
import type { JsonText } from "@/lib/json/text";
import { BATCH_ITEMS } from "./limits";
import { name, projectId, rowCount, shownName, timeOrderedId, refSchema, timestamp } from "./primitives";
import { parseRef, type Ref } from "./refs";

type Problem = { path: (string | number)[]; message: string };

/** The reserved feedback types and the content of their payload (design: "Feedback"); any other type is free. */
const RESERVED: {
  type: RegExp;
  check: (payload: JsonNode, subject: Ref | undefined) => Problem[];
  needs?: "annotation_ref" | "runnable_ref";
}[] = [
  {
    type: /^(core|wandb)\.reaction\.1$/,
    check: (payload) => stringField(payload, "emoji", isOneEmoji, "must be one emoji"),
  },
  {
    type: /^(core|wandb)\.note\.1$/,
    check: (payload) => stringField(payload, "note", (v) => v.trim() !== "", "must not be empty"),
  },
  {
    type: /^core\.comment\.1$/,
    check: commentProblems,
  },
  {
    type: /^core\.correction\.1$/,
    check: (payload) => presentField(payload, "output"),
  },
  {
    type: /^(core|wandb)\.annotation\..+$/,
    check: (payload) => presentField(payload, "value"),
    needs: "annotation_ref",
  },
  {
    type: /^(core|wandb)\.runnable\..+$/,
    check: (payload) => presentField(payload, "output"),
    needs: "runnable_ref",
  },
];

function presentField(payload: JsonNode, field: string): Problem[] {
  return payload.get(field) ? [] : [{ path: ["payload", field], message: "is required for this feedback_type" }];
}

function commentProblems(payload: JsonNode, subject: Ref | undefined): Problem[] {
  const { success, data, error } = commentPayload.safeParse(payload.toValue());
  if (!success)
    return error.issues.map(({ path, message }) => ({
      path: ["payload", ...path.filter((step) => typeof step !== "symbol")],
      message,
    }));
  return data.passage && subject && subject.kind !== "call"
    ? [{ path: ["payload", "passage"], message: "is only allowed if core_ref refers to a call" }]
    : [];
}

function stringField(payload: JsonNode, field: string, valid: (value: string) => boolean, message: string): Problem[] {
  const node = payload.get(field);
  if (!node) return presentField(payload, field);
  const value = node.string();
  return value !== undefined && valid(value) ? [] : [{ path: ["payload", field], message }];
}

const feedbackFields = {
  project_id: projectId,
  core_ref: refSchema,
  feedback_type: name,
  payload: jsonObject,
  id: timeOrderedId.nullish(),
  creator: shownName.nullish(),
  annotation_ref: refSchema.nullish(),
  runnable_ref: refSchema.nullish(),
  call_ref: refSchema.nullish(),
  trigger_ref: refSchema.nullish(),
  ext_user_id: z.undefined("is set by the service and must not be sent").optional(),
};

const REF_KIND = { annotation_ref: "object", runnable_ref: "op", call_ref: "call", trigger_ref: "object" } as const;

// An invalid field must not hide errors between other fields.
const EVEN_WHEN_FIELDS_FAIL = {
  when: ({ issues }: { issues: readonly { path?: PropertyKey[] }[] }) =>
    issues.every(({ path = [] }) => path.length > 0),
};

/** `POST /feedback/create`: every field of the interface's feedback record and its rules. */
export const feedbackCreateRequest = z.object(feedbackFields).superRefine((value, context) => {
  for (const problem of problemsOf(value, context.issues)) context.addIssue({ code: "custom", ...problem });
}, EVEN_WHEN_FIELDS_FAIL);
export type FeedbackCreate = z.infer<typeof feedbackCreateRequest>;

type Checked = { project_id: string; core_ref: string; feedback_type: string; payload: JsonText } & Partial<
  Record<keyof typeof REF_KIND, string | null>
>;

type Issues = readonly { path?: PropertyKey[] }[];

/** Errors between fields, if the fields concerned are valid themselves. */
function problemsOf(value: Checked, issues: Issues): Problem[] {
  const isGood = (...fields: (keyof Checked)[]) => !issues.some(({ path }) => fields.some((one) => one === path?.[0]));
  return [
    ...(isGood("project_id", "core_ref") ? subjectProblems(value) : []),
    ...linkProblems(value, isGood),
    ...(isGood("feedback_type", "payload") ? reservedProblems(value, isGood("core_ref")) : []),
  ];
}

function subjectProblems({ core_ref, project_id }: Checked): Problem[] {
  const { entity, project } = parseRef(core_ref);
  return `${entity}/${project}` === project_id
    ? []
    : [{ path: ["core_ref"], message: `must be in project ${project_id}` }];
}

function linkProblems(value: Checked, isGood: (field: keyof Checked) => boolean): Problem[] {
  const problems: Problem[] = [];
  for (const [field, kind] of Object.entries(REF_KIND) as [keyof typeof REF_KIND, string][]) {
    const ref = value[field];
    // Weave's SDKs point runnable_ref at scorer objects as well as at ops.
    const allowed = field === "runnable_ref" ? ["op", "object"] : [kind];
    if (ref && isGood(field) && !allowed.includes(parseRef(ref).kind))
      problems.push({ path: [field], message: `must be a ref of kind ${allowed.join(" or ")}` });
  }
  return problems;
}

function reservedProblems(value: Checked, hasSubject: boolean): Problem[] {
  const reserved = RESERVED.find(({ type }) => type.test(value.feedback_type));
  if (!reserved) return [];
  const problems = reserved.check(JsonNode.parse(value.payload), hasSubject ? parseRef(value.core_ref) : undefined);
  if (reserved.needs && !value[reserved.needs])
    problems.push({ path: [reserved.needs], message: `is required for feedback_type ${value.feedback_type}` });
  return problems;
}

export const feedbackBatchRequest = z.object({
  batch: list(feedbackCreateRequest).max(BATCH_ITEMS, `must have at most ${BATCH_ITEMS} items`),
});

/** The new record that replaces the one with this id; `id` may only repeat it. */
export const feedbackReplaceRequest = z
  .object({ ...feedbackFields, feedback_id: name })
  .superRefine((value, context) => {
    for (const problem of problemsOf(value, context.issues)) context.addIssue({ code: "custom", ...problem });
    if (value.id && value.id !== value.feedback_id)
      context.addIssue({ code: "custom", path: ["id"], message: "must be the same as feedback_id" });
  }, EVEN_WHEN_FIELDS_FAIL);

export const feedbackCreateResponse = z.object({
  id: z.string(),
  created_at: timestamp,
  ext_user_id: z.string(),
  payload: jsonObject,
});

/** One result per item, in order; a rejected item has only `error`, all others are stored. */
export const feedbackBatchResponse = z.object({
  res: z.array(feedbackCreateResponse.partial().extend({ error: itemError.optional() })),
  refused: z.int().optional(),
});

export const feedback = z.object({
  id: z.string(),
  project_id: z.string(),
  core_ref: z.string(),
  feedback_type: z.string(),
  payload: jsonObject,
  created_at: timestamp,
  creator: z.string().optional(),
  annotation_ref: z.string().optional(),
  runnable_ref: z.string().optional(),
  call_ref: z.string().optional(),
  trigger_ref: z.string().optional(),
  ext_user_id: z.string().optional(),
});
export type Feedback = z.infer<typeof feedback>;

const feedbackField = z.enum(Object.keys(feedback.shape) as [keyof Feedback, ...(keyof Feedback)[]]);

/** Listed newest first by default. */
export const feedbackQueryRequest = z.strictObject({
  project_id: projectId,
  fields: list(feedbackField).nullish(),
  query: querySchema.nullish(),
  sort_by: sortBy,
  limit: rowCount,
  offset: rowCount,
});
export type FeedbackQuery = z.infer<typeof feedbackQueryRequest>;

export const feedbackQueryResponse = z.object({ result: z.array(feedback.partial()) });

/** Removes what the query selects. The query is required, so that omitting it does not remove all. */
export const feedbackPurgeRequest = z.strictObject({ project_id: projectId, query: querySchema });
export const feedbackPurgeResponse = z.object({ purged: z.int() });
