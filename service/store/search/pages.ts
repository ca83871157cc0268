import type { Connection } from "@/service/store/connections/database";
import { type Row, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { Page } from "./segment";

// Other requests run between two statements.
const PAGES_AT_A_TIME = 32;

/** Stores the pages of a segment as they are built. */
export async function insertPages(
  connection: Connection,
  projectId: string,
  segment: string,
  pages: Iterable<Page>,
): Promise<void> {
  let batch: Page[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const columns = [batch.map(({ page }) => page), batch.map(({ content }) => content)];
    batch = [];
    await connection.query(INSERT_PAGES, [projectId, segment, ...columns]);
  };
  for (const page of pages) {
    batch.push(page);
    if (batch.length === PAGES_AT_A_TIME) await flush();
  }
  await flush();
}

const INSERT_PAGES = {
  name: "search_insert_pages",
  text: `
  insert into search_pages (project_id, segment, page, content)
  select $1::text, $2::uuid, page, content from unnest($3::int[], $4::bytea[]) as made (page, content)`,
};

/** A page of a segment, selected with `PAGE_COLUMNS`. */
export interface StoredPage extends Page {
  segment: string;
}

// Shorter than PostgreSQL's text format of bytes.
export const PAGE_COLUMNS = "p.segment, p.page, encode(p.content, 'base64') as content";

export function readPage(row: Row): StoredPage {
  return {
    segment: requiredText(row, "segment"),
    page: requiredNumber(row, "page"),
    content: Buffer.from(requiredText(row, "content"), "base64"),
  };
}
