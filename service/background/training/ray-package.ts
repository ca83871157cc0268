import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { JobRefused, type RunnableJob } from "./runner";
import { type ZipEntry, zip } from "./zip";

/** Limit on the files sent with a job: most versions of Ray accept packages of 100 MiB. */
const FOLDER_BYTES = 100 * 2 ** 20;
const OURS = ["request.json", "job.json"];

/** The working directory of a job on a cluster: its request, a description of it, and the files of a folder of this machine. */
export async function rayPackage(job: RunnableJob, folder: string | undefined): Promise<Buffer> {
  const { id, project_id, model } = job;
  return zip([
    ...(folder === undefined ? [] : await filesOf(path.resolve(folder))),
    { name: "request.json", content: job.body() },
    { name: "job.json", content: [Buffer.from(JSON.stringify({ id, project_id, model }))] },
  ]);
}

async function filesOf(folder: string): Promise<ZipEntry[]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => {
    throw new JobRefused(
      `The folder to upload with the job, ${folder}, does not exist; correct "folder" in LOUPE_TRAINING_RUNNER`,
    );
  });
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  let bytes = 0;
  const entries: ZipEntry[] = [];
  for (const file of files.toSorted()) {
    bytes += (await stat(file)).size;
    if (bytes > FOLDER_BYTES)
      throw new JobRefused(`The files in ${folder} exceed the limit of ${FOLDER_BYTES / 2 ** 20} MiB`);
    const name = path.relative(folder, file).split(path.sep).join("/");
    if (!OURS.includes(name)) entries.push({ name, content: contentOf(file) });
  }
  return entries;
}

/** Opens the file when it is read. */
async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}
