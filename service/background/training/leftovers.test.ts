import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { removeLeftovers } from "./leftovers";
import { isRunning } from "./processes";
import { JobFolder } from "./job-folder";
import { useDispatcher } from "./test-dispatcher";

const training = useDispatcher();

test("processes of an abandoned job are ended, and its files are removed", async () => {
  const { id, project_id } = await training.queue();
  const { stop } = training.start(training.command('say("ready", {}); setInterval(() => {}, 9e6);'));
  await training.until(id, (job) => job.said.length > 0);
  await stop();
  mkdirSync(path.join(training.folder, "no-job"));
  const identity = await new JobFolder(training.folder, id).identity();
  if (!identity) throw new Error("nothing has begun");
  const asked: unknown[] = [];
  const isLeft = async (job: unknown) => {
    asked.push(job);
    return false;
  };
  expect(await removeLeftovers(training.folder, isLeft)).toBe(0);
  expect(asked).toEqual([{ id, project_id }]);
  expect(await isRunning(identity)).toBe(true);
  expect(await removeLeftovers(training.folder, async () => true)).toBe(1);
  await vi.waitFor(async () => expect(await isRunning(identity)).toBe(false), 30_000);
  expect(["no-job", id].map((name) => existsSync(path.join(training.folder, name)))).toEqual([true, false]);
});

test("if no job ever ran there is nothing to remove", async () => {
  expect(await removeLeftovers(path.join(training.folder, "absent"), async () => true)).toBe(0);
});
