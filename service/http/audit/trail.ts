import { AppError } from "@/lib/contract/app-error";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import type { AuditDetails } from "@/lib/contract/audit";
import type { Endpoint } from "@/lib/contract/endpoint";
import { allows } from "@/lib/contract/grants";
import { EXPORT_BYTES, EXPORT_ROWS } from "@/lib/contract/limits";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceContext } from "@/service/http/middleware/env";
import { describe } from "@/service/telemetry/describe-error";
import { newId } from "@/service/ingest/new-id";
import type { AuditEnd, NewAuditRecord } from "@/service/store/audit/audit-store";
import type { Store } from "@/service/store/store";
import { changesBetween } from "./changes";
import { subjectOf } from "./details";

type AuditDeps = Pick<ServiceDeps, "store" | "clock" | "logger">;

/** A record; `of`: the only project that its details are about, if the request is about several. */
type Recorded = { record: NewAuditRecord; of: string | undefined };

const NOT_WRITTEN = "The audit log could not be written, so the request was not carried out; try again";

/**
 * The audit records of one request, one for each project that it is about. They are written when the request is known and
 * allowed, before anything is changed or returned, and completed with the outcome; a refused request is recorded when it
 * has been answered. A read is recorded as an export once it sends as much as one, before it does.
 */
export class AuditTrail {
  readonly #deps: AuditDeps;
  readonly #c: ServiceContext;
  readonly #action: string;
  readonly #kind: Endpoint["audit"];
  /** Whether the request is recorded: a read is if it is an export. */
  #isRecorded: boolean;
  /** What the request is about, and what was made. */
  readonly #input: unknown[] = [];
  readonly #answer: unknown[] = [];
  /** What is changed, as it was before, in the shape of the answer. */
  #before: unknown;
  #rows: number | undefined;
  #bytes = 0;
  #author: string | undefined;
  #records: Recorded[] | "not written" | undefined;

  constructor(c: ServiceContext, action: string, kind: Endpoint["audit"], deps: AuditDeps) {
    this.#c = c;
    this.#action = action;
    this.#kind = kind;
    this.#deps = deps;
    const isRead = kind === undefined || kind === "read";
    this.#isRecorded = !isRead || (kind === "read" && c.req.header(EXPORT_HEADER) === "yes");
  }

  /** What the request is about, as soon as that is known: a refused one is recorded with it too. */
  concerns(input: unknown): void {
    this.#input.push(input);
  }

  /** Writes the records. Throws if that fails: the request must then change and return nothing. */
  async begin(): Promise<void> {
    if (!this.#isRecorded || this.#records) return;
    const records = this.#projects().map((project) => this.#newRecord(project));
    this.#records = "not written";
    await this.#writing(async () => {
      for (const { record } of records) await this.#store().addAudit(record);
    });
    this.#records = records;
  }

  async #writing(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      // The database is away, full or busy, which the error says.
      if (cause instanceof AppError) throw cause;
      this.#report("an audit record could not be written", cause);
      throw new AppError("unavailable", NOT_WRITTEN, { retryAfterSeconds: 1, cause });
    }
  }

  /**
   * What is about to be changed, as it is, in the shape of the answer: the records say what of it changed. Projects that it
   * names get a record too, such as those on which somebody loses the last role. Throws as `begin` does.
   */
  async was(before: unknown): Promise<void> {
    this.#before = before;
    if (!Array.isArray(this.#records)) return;
    const known = this.#records;
    const others = this.#allowed(subjectOf(before).projects).filter(
      (project) => !known.some(({ record }) => record.project_id === project),
    );
    for (const project of others) {
      const recorded = { ...this.#newRecord(project), of: project };
      await this.#writing(async () => this.#store().addAudit(recorded.record));
      known.push(recorded);
    }
  }

  /**
   * The same, as read within the transaction of the change, so that nobody can change it in between. It names the same
   * projects as what was noted before.
   */
  changes(before: unknown): void {
    this.#before = before;
  }

  /** What was made, from the answer; and the project if the request did not name it. */
  note(answer: unknown): void {
    this.#answer.push(answer);
  }

  /** Called before rows of a list, or bytes of an answer, are sent. Throws as `begin` does, if they make it an export. */
  async sending({ rows, bytes = 0 }: { rows?: number; bytes?: number }): Promise<void> {
    if (rows !== undefined) this.#rows = (this.#rows ?? 0) + rows;
    this.#bytes += bytes;
    if (this.#isRecorded) return;
    if ((this.#rows ?? 0) < EXPORT_ROWS && this.#bytes < EXPORT_BYTES) return;
    this.#isRecorded = true;
    await this.begin();
  }

  /** Who it is whose request has no key: they are known from its answer. Without them, it is not recorded. */
  by(owner: string): void {
    this.#author = owner;
  }

  /** Completes the records, or writes that of a refused request. A failure is only logged: the answer is known already. */
  async end(status: number, outcome: string): Promise<void> {
    const isKnown = this.#c.get("identity") !== undefined || this.#author !== undefined;
    if (!this.#isRecorded || this.#records === "not written" || !isKnown) return;
    try {
      for (const one of this.#records ?? [])
        await this.#store().endAudit(one.record.id, this.#endOf(one, status, outcome));
      if (this.#records) return;
      const [project] = this.#projects();
      const refused = this.#newRecord(project);
      const project_id = refused.record.project_id ?? this.#projectOf(this.#answer) ?? this.#ownProject();
      await this.#store().addAudit({ ...refused.record, project_id }, this.#endOf(refused, status, outcome));
    } catch (error) {
      this.#report("the outcome of a request could not be written to the audit log", error);
    }
  }

  /**
   * The projects that the request is about, each of which gets a record; of several, only those that its key has a role on:
   * nothing is done in others. One that is unknown yet is undefined.
   */
  #projects(): (string | undefined)[] {
    const projects = [...new Set(this.#input.flatMap((input) => subjectOf(input).projects))];
    if (projects.length < 2) return [projects[0]];
    const allowed = this.#allowed(projects);
    return allowed.length > 0 ? allowed : [undefined];
  }

  #allowed(projects: readonly string[]): string[] {
    const roles = this.#c.get("identity")?.roles ?? [];
    return projects.filter((project) => allows(roles, project, "viewer"));
  }

  #projectOf(values: readonly unknown[]): string | undefined {
    return values.flatMap((value) => subjectOf(value).projects)[0];
  }

  #newRecord(project: string | undefined): Recorded {
    const identity = this.#c.get("identity");
    const of = this.#projectsNamed() > 1 ? project : undefined;
    const record = {
      id: newId(this.#deps.clock()),
      kind: this.#kind === "change" ? ("change" as const) : ("export" as const),
      action: this.#action,
      project_id: project,
      owner: identity?.owner ?? this.#author,
      key_id: identity?.keyId,
      address: this.#c.get("address") || undefined,
      request_id: this.#c.get("requestId"),
      target: this.#about(this.#input, of),
    };
    return { record, of };
  }

  #projectsNamed(): number {
    return new Set(this.#input.flatMap((input) => subjectOf(input).projects)).size;
  }

  #about(values: readonly unknown[], of: string | undefined): AuditDetails {
    return Object.assign({}, ...values.map((value) => subjectOf(value, of).details));
  }

  #endOf({ record, of }: Recorded, status: number, outcome: string): AuditEnd {
    const made = Object.entries(this.#about(this.#answer, of)).filter(([field, text]) => record.target[field] !== text);
    const changes = this.#before === undefined ? {} : changesBetween(this.#before, this.#answer[0], of);
    const result = {
      ...Object.fromEntries(made),
      ...changes,
      ...(this.#rows !== undefined && { rows: String(this.#rows) }),
    };
    return { status, outcome, result, project_id: this.#projectOf(this.#answer) };
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
