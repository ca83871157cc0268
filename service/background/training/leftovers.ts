import { readdir } from "node:fs/promises";
import * as z from "zod";
import { JobFolder } from "./job-folder";

const jobFile = z.object({ id: z.string(), project_id: z.string() });
export type LeftJob = z.infer<typeof jobFile>;

/**
 * Stops and removes what is left on this machine of abandoned jobs, whose runner was removed from the configuration, or
 * whose project was erased, while no process held them. `folder` has the folders of all jobs. Returns the number of
 * jobs removed.
 */
export async function removeLeftovers(
  folder: string,
  isAbandoned: (job: LeftJob) => Promise<boolean>,
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const job = await jobIn(folder, name);
    if (!job || !(await isAbandoned(job))) continue;
    await new JobFolder(folder, job.id).remove();
    removed += 1;
  }
  return removed;
}

/** The job whose folder has this name; undefined if it is not a job's folder, or is being created. */
async function jobIn(folder: string, name: string): Promise<LeftJob | undefined> {
  const text = await new JobFolder(folder, name).read("job");
  if (text === undefined) return undefined;
  try {
    const { success, data } = jobFile.safeParse(JSON.parse(text));
    return success && data.id === name ? data : undefined;
  } catch {
    return undefined;
  }
}
