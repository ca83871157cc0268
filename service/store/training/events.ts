import { JsonText } from "@/lib/json/text";
import { type TrainingEvent, type TrainingGroupRow, trainingGroupRow } from "@/lib/contract/training";
import type { Database } from "@/service/store/connections/database";
import { pageOf } from "@/service/store/sql/page";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { JobKey, Page, TrainingEventsPage } from "./training-store";

/** Bytes of events per page; a single larger event is a separate page. */
const PAGE_BYTES = 8 * 2 ** 20;

const LOGS = { only: "type = 'log'", none: "type <> 'log'" };

export async function listTrainingEvents(
  database: Database,
  { project_id, id }: JobKey,
  { after, limit, order, logs }: TrainingEventsPage,
): Promise<Page<TrainingEvent>> {
  const parameters = new Parameters();
  const conditions = [
    `project_id = ${parameters.add(project_id, "text")}`,
    `job_id = ${parameters.add(id, "text")}::uuid`,
  ];
  if (after !== undefined) conditions.push(`id ${order === "asc" ? ">" : "<"} ${parameters.add(after, "bigint")}`);
  if (logs) conditions.push(LOGS[logs]);
  const rows = await database.query(
    `select id, type, data, created_at, found from (
       select e.*, count(*) over () as found, row_number() over within_page as place,
         sum(octet_length(data)) over within_page as bytes
       from (select * from training_events where ${conditions.join(" and ")}
         order by id ${order} limit ${parameters.add(limit + 1, "bigint")}) e
       window within_page as (order by id ${order} rows unbounded preceding)) e
     where bytes <= ${PAGE_BYTES} or place = 1 order by place`,
    parameters.values,
  );
  const data = rows.slice(0, limit).map(readEvent);
  const found = rows[0] ? requiredNumber(rows[0], "found") : 0;
  return { data, has_more: found > data.length };
}

function readEvent(row: Row): TrainingEvent {
  return {
    id: String(requiredNumber(row, "id")),
    type: requiredText(row, "type"),
    data: new JsonText(requiredText(row, "data")),
    created_at: requiredText(row, "created_at"),
  };
}

// Rewards as JSON: PostgreSQL writes and JavaScript reads each double to its last bit.
const SELECT_GROUPS = `
  select place, array_to_json(rewards)::text as rewards, starts_at, ends_at from training_groups
  where project_id = $1 and job_id = $2`;

/** In the order of the body. */
export async function listTrainingGroups(
  database: Database,
  { project_id, id }: JobKey,
  { after = -1, limit }: { after?: number; limit: number },
): Promise<Page<TrainingGroupRow>> {
  const rows = await database.query(`${SELECT_GROUPS} and place > $3::bigint order by place limit $4`, [
    project_id,
    id,
    after,
    limit + 1,
  ]);
  return pageOf(rows, limit, readGroup);
}

export async function readTrainingGroup(
  database: Database,
  { project_id, id }: JobKey,
  index: number,
): Promise<TrainingGroupRow | undefined> {
  const [row] = await database.query(`${SELECT_GROUPS} and place = $3::bigint`, [project_id, id, index]);
  return row && readGroup(row);
}

const rewardsOf = (text: string) => trainingGroupRow.shape.rewards.parse(JSON.parse(text));

function readGroup(row: Row): TrainingGroupRow {
  return {
    index: requiredNumber(row, "place"),
    rewards: rewardsOf(requiredText(row, "rewards")),
    start: requiredNumber(row, "starts_at"),
    end: requiredNumber(row, "ends_at"),
  };
}
