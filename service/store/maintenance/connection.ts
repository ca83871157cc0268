import type pg from "pg";
import type { Connection } from "@/service/store/connections/database";
import { type Row, typeParsers } from "@/service/store/sql/row";

/** A client of an administrator's command as the store's statements use connections. */
export function connectionOf(client: pg.Client): Connection {
  return {
    query: async (statement, bound = []) => {
      const named = typeof statement === "string" ? { text: statement } : statement;
      return (await client.query<Row>({ ...named, values: [...bound], types: typeParsers })).rows;
    },
  };
}
