import { readdir } from "node:fs/promises";
import * as z from "zod";
import { JobFolder } from "./job-folder";

const jobFile = z.object({ id: z.string(), project_id: z.string() });
export type LeftJob = z.infer<typeof jobFile>;

/**
 * Ends and removes what is left on this machine of jobs that nobody will come back for: their runner was taken out of the
 * configuration, or their project was erased, while nobody was at them. `folder` is where the folders of all jobs are;
 * answers how many were removed.
 */
export async function removeLeftovers(folder: string, isLeft: (job: LeftJob) => Promise<boolean>): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const job = await jobIn(folder, name);
    if (!job || !(await isLeft(job))) continue;
    await new JobFolder(folder, job.id).remove();
    removed += 1;
  }
  return removed;
}

/** The job whose folder has the name; undefined where it is something else, or is just being made. */
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
