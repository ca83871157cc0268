import { AppError } from "@/lib/contract/app-error";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import type { AuditDetails } from "@/lib/contract/audit";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { ServiceDeps } from "@/service/deps";
import type { ServiceContext } from "@/service/middleware/env";
import { describe } from "@/service/middleware/errors";
import { newId } from "@/service/routes/new-id";
import type { AuditEnd, NewAuditRecord } from "@/service/store/audit/audit-store";
import type { Store } from "@/service/store/store";
import { subjectOf } from "./details";

type AuditDeps = Pick<ServiceDeps, "store" | "clock" | "logger">;

const NOT_WRITTEN = "The audit log could not be written, so the request was not carried out; try again";

/**
 * The audit record of one request. It is written when the request is known and allowed, before anything is changed or
 * returned, and completed with the outcome; a refused request is recorded when it has been answered.
 */
export class AuditTrail {
  readonly #deps: AuditDeps;
  readonly #c: ServiceContext;
  readonly #action: string;
  readonly #kind: Endpoint["audit"];
  /** Whether the request is recorded: a read is if it is an export. */
  #isRecorded: boolean;
  #project: string | undefined;
  #target: AuditDetails = {};
  #result: AuditDetails = {};
  #rows: number | undefined;
  #author: string | undefined;
  #record: { id: string } | "not written" | undefined;

  constructor(c: ServiceContext, action: string, kind: Endpoint["audit"], deps: AuditDeps) {
    this.#c = c;
    this.#action = action;
    this.#kind = kind;
    this.#deps = deps;
    this.#isRecorded = kind !== "read" || c.req.header(EXPORT_HEADER) === "yes";
  }

  /** What the request is about, as soon as that is known: a refused one is recorded with it too. */
  concerns(input: unknown): void {
    const { project_id, details } = subjectOf(input);
    this.#project ??= project_id;
    Object.assign(this.#target, details);
    if (this.#kind === "read" && this.#c.req.header(EXPORT_HEADER) === undefined) this.#isRecorded = isUnlimited(input);
  }

  /** Writes the record. Throws if that fails: the request must then change and return nothing. */
  async begin(): Promise<void> {
    if (!this.#isRecorded || this.#record) return;
    const record = this.#newRecord();
    this.#record = "not written";
    try {
      await this.#store().addAudit(record);
    } catch (cause) {
      // The database is away, full or busy, which the error says.
      if (cause instanceof AppError) throw cause;
      this.#report("an audit record could not be written", cause);
      throw new AppError("unavailable", NOT_WRITTEN, { retryAfterSeconds: 1, cause });
    }
    this.#record = record;
  }

  /** What was made, from the answer; and the project if the request did not name it. */
  note(answer: unknown): void {
    const { project_id, details } = subjectOf(answer);
    this.#project ??= project_id;
    for (const [field, text] of Object.entries(details)) if (this.#target[field] !== text) this.#result[field] = text;
  }

  /** Who it is whose request has no key: they are known from its answer. Without them, it is not recorded. */
  by(owner: string): void {
    this.#author = owner;
  }

  /** Counts the rows of a list that were sent. */
  countRows(rows: number): void {
    this.#rows = (this.#rows ?? 0) + rows;
  }

  /** Completes the record, or writes that of a refused request. A failure is only logged: the answer is known already. */
  async end(status: number, outcome: string): Promise<void> {
    const isKnown = this.#c.get("identity") !== undefined || this.#author !== undefined;
    if (!this.#isRecorded || this.#record === "not written" || !isKnown) return;
    const result = { ...this.#result, ...(this.#rows !== undefined && { rows: String(this.#rows) }) };
    const end: AuditEnd = { status, outcome, result, project_id: this.#project };
    try {
      if (this.#record) await this.#store().endAudit(this.#record.id, end);
      else await this.#store().addAudit({ ...this.#newRecord(), project_id: this.#project ?? this.#ownProject() }, end);
    } catch (error) {
      this.#report("the outcome of a request could not be written to the audit log", error);
    }
  }

  #newRecord(): NewAuditRecord {
    const identity = this.#c.get("identity");
    return {
      id: newId(this.#deps.clock()),
      kind: this.#kind === "change" ? "change" : "export",
      action: this.#action,
      project_id: this.#project,
      owner: identity?.owner ?? this.#author,
      key_id: identity?.keyId,
      address: this.#c.get("address") || undefined,
      request_id: this.#c.get("requestId"),
      target: this.#target,
    };
  }

  /** The project of a key that has only one: it can be meant by a request that was refused before it was read. */
  #ownProject(): string | undefined {
    const patterns = new Set(this.#c.get("identity")?.roles.map(({ project_pattern }) => project_pattern));
    const [project] = patterns;
    return patterns.size === 1 && !project?.includes("*") ? project : undefined;
  }

  /** Uses the share of the request's key, but goes on when the client disconnects. */
  #store(): Pick<Store, "addAudit" | "endAudit"> {
    const { store } = this.#deps;
    const identity = this.#c.get("identity");
    return identity ? store.onBehalfOf({ key: identity.keyId }) : store;
  }

  #report(message: string, error: unknown): void {
    const { logger } = this.#deps;
    logger.error({ request_id: this.#c.get("requestId"), error: describe(error) }, message);
  }
}

/** Whether all is asked for that there is. */
function isUnlimited(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return !("limit" in input) || input.limit === undefined || input.limit === null;
}
