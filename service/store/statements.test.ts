import { expect, test } from "vitest";
import { Database } from "./connections/database";
import { bindStatements, bindStatementsOnUse } from "./statements";

test("every statement can be read from a store that binds on use, and called without it", async () => {
  const database = Database.open({ connection: { host: "127.0.0.1", port: 1 } });
  const onUse = bindStatementsOnUse(database);
  const names = Object.keys(bindStatements(database));
  expect(names.filter((name) => typeof Reflect.get(onUse, name) !== "function")).toEqual([]);
  const { readCall } = onUse;
  await expect(readCall("local/none", "none", { storageSize: false, totalStorageSize: false })).rejects.toMatchObject({
    code: "unavailable",
  });
  await database.close();
});
