import type { Connection } from "@/service/store/connections/database";
import { PAYLOAD_FIELDS } from "@/service/store/calls/columns";
import { optionalText, requiredText } from "@/service/store/sql/row";
import { type KeyRange, inRange, keyPages } from "./pages";
import { type UserMatch, carries } from "./user-match";

const CALLS = `
  select c.id, c.trace_id from calls c left join call_payloads p on p.project_id = c.project_id and p.id = c.id
  where c.project_id = $1 and ${inRange("c.id", "$5", "$6")}
    and (c.user_id = $2 or ${PAYLOAD_FIELDS.map((field) => carries(`p.${field}`, "$3", "$4")).join(" or ")})`;

const FEEDBACK = `
  select f.id from feedback f where f.project_id = $1 and ${inRange("f.id", "$5", "$6")}
    and (f.creator = $2 or ${carries("f.payload", "$3", "$4")})`;

const RECORDS = `
  select distinct r.trace_id from span_records r where r.project_id = $1
    and ${carries("r.event", "$2", "$3")}`;

const valuesOf = (projectId: string, user: UserMatch) => [projectId, user.id, user.forms, user.variables];
const boundsOf = ({ after, to }: KeyRange) => [after, to];

/** Calls that were made for the user, part by part of the project; those without a trace have not started yet. */
export async function* callsOfUser(
  connection: Connection,
  projectId: string,
  user: UserMatch,
): AsyncGenerator<{ id: string; traceId: string | undefined }[]> {
  for await (const range of keyPages(connection, projectId, { table: "calls", key: "id" })) {
    const rows = await connection.query(CALLS, [...valuesOf(projectId, user), ...boundsOf(range)]);
    yield rows.map((row) => ({ id: requiredText(row, "id"), traceId: optionalText(row, "trace_id") }));
  }
}

/** Feedback that the user gave, or that names the user. */
export async function* feedbackOfUser(
  connection: Connection,
  projectId: string,
  user: UserMatch,
): AsyncGenerator<string[]> {
  for await (const range of keyPages(connection, projectId, { table: "feedback", key: "id" })) {
    const rows = await connection.query(FEEDBACK, [...valuesOf(projectId, user), ...boundsOf(range)]);
    yield rows.map((row) => requiredText(row, "id"));
  }
}

/** The traces of log records that name the user. */
export async function recordsOfUser(connection: Connection, projectId: string, user: UserMatch): Promise<string[]> {
  const rows = await connection.query(RECORDS, [projectId, user.forms, user.variables]);
  return rows.map((row) => requiredText(row, "trace_id"));
}
