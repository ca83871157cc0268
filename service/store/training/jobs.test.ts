import { expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import type { RunHolder } from "./runs-store";
import { useTraining } from "./test-training";

const training = useTraining();
const holder: RunHolder = { machine: "here", process: "1" };
const REF = "core:///local/a/table/d1";

test("the test table of one job is set while it runs, kept when it ends, and removed", async () => {
  const job = await training.queue();
  const other = await training.queue();
  const read = async () => training.store.readTrainingJob(job.id, ["*"]);
  expect((await read())?.test_table_ref).toBeUndefined();
  const run = await training.store.takeRun(holder, "command", true);
  if (run?.id !== job.id) throw new Error("another job was taken");
  await training.store.setTestTable(job, REF);
  await training.store.writeRun(holder, run, { eventCount: 0, status: "succeeded", state: new JsonText("{}") });
  expect(await read()).toMatchObject({ status: "succeeded", test_table_ref: REF });
  await training.store.setTestTable({ ...job, project_id: "local/elsewhere" }, null);
  expect(await read()).toMatchObject({ test_table_ref: REF });
  expect((await training.store.readTrainingJob(other.id, ["*"]))?.test_table_ref).toBeUndefined();
  await training.store.setTestTable(job, null);
  expect((await read())?.test_table_ref).toBeUndefined();
});
