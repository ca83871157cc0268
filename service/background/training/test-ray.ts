import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { unzip } from "./test-unzip";

const submission = z.object({
  entrypoint: z.string(),
  submission_id: z.string(),
  runtime_env: z.object({
    working_dir: z.string(),
    env_vars: z.record(z.string(), z.string()),
    pip: z.unknown().optional(),
  }),
});

type StandInJob = { status: string; message: string; log: string; exitCode: number | null; child?: ChildProcess };

/**
 * A stand-in for a Ray cluster: the paths, statuses and bodies are those that Ray 2.60 gave for the same requests. It runs
 * entrypoints in a folder with the package's files, as Ray does.
 */
export class StandInRay {
  readonly submitted: string[] = [];
  address = "";
  readonly #folder = mkdtempSync(path.join(tmpdir(), "loupe-stand-in-ray-"));
  readonly #packages = new Map<string, Buffer>();
  readonly #jobs = new Map<string, StandInJob>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const address = this.#server.address();
    this.address = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    for (const { child } of this.#jobs.values()) end(child);
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , kind = "", ...rest] = (request.url ?? "").split("/");
    const [status, body] =
      kind === "version"
        ? [200, { version: "4", ray_version: "2.60.0" }]
        : kind === "packages"
          ? await this.#package(request, rest.join("/"))
          : await this.#job(request, rest);
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? body : JSON.stringify(body));
  }

  async #package(request: IncomingMessage, name: string): Promise<[number, string]> {
    if (request.method === "PUT") this.#packages.set(name, await buffer(request));
    return this.#packages.has(name) ? [200, ""] : [404, `Package gcs://${name} does not exist`];
  }

  async #job(request: IncomingMessage, [id = "", action]: string[]): Promise<[number, unknown]> {
    if (request.method === "POST" && id === "")
      return this.#submit(submission.parse(JSON.parse(String(await buffer(request)))));
    const job = this.#jobs.get(id);
    if (!job) return [404, `Job ${id} does not exist`];
    if (request.method === "DELETE") {
      if (job.status === "RUNNING")
        return [500, "Traceback (most recent call last):\nRuntimeError: it is in a non-terminal state"];
      return [200, { deleted: this.#jobs.delete(id) }];
    }
    if (action === "logs") return [200, { logs: job.log }];
    if (action !== "stop") return [200, statusOf(id, job)];
    if (job.status !== "RUNNING") return [200, { stopped: false }];
    Object.assign(job, { status: "STOPPED", message: "Job was intentionally stopped." });
    end(job.child);
    return [200, { stopped: true }];
  }

  #submit({ entrypoint, submission_id, runtime_env }: z.infer<typeof submission>): [number, unknown] {
    if (this.#jobs.has(submission_id))
      return [
        500,
        `Traceback (most recent call last):\nRuntimeError: Request failed with status code 400: Traceback (most recent call last):\nValueError: Job with submission_id ${submission_id} already exists. Please use a different submission_id.\n.`,
      ];
    this.submitted.push(submission_id);
    const job: StandInJob = { status: "RUNNING", message: "Job is currently running.", log: "", exitCode: null };
    this.#jobs.set(submission_id, job);
    if (runtime_env.pip !== undefined) {
      const message = `Failed to start supervisor actor ${submission_id}: 'runtime_env['pip'] must be of type str or List[str]'. Full traceback:\nTraceback`;
      Object.assign(job, { status: "FAILED", message });
    } else this.#run(job, submission_id, entrypoint, runtime_env);
    return [200, { job_id: submission_id, submission_id }];
  }

  #run(
    job: StandInJob,
    id: string,
    entrypoint: string,
    { working_dir, env_vars }: z.infer<typeof submission>["runtime_env"],
  ) {
    const folder = path.join(this.#folder, id);
    const files = unzip(this.#packages.get(working_dir.replace("://", "/")) ?? Buffer.alloc(0));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    const child = spawn("/bin/sh", ["-c", `exec 2>&1; ${entrypoint}`], {
      cwd: folder,
      detached: true,
      env: asRaySets(env_vars),
    });
    job.child = child;
    job.log = "2026-11-20 17:19:24,729\tINFO job_manager.py:581 -- Runtime env is setting up.\n";
    child.stdout.on("data", (part: Buffer) => (job.log += part.toString()));
    child.once("close", (code) => {
      if (job.status !== "RUNNING") return;
      const isWell = code === 0;
      Object.assign(job, {
        status: isWell ? "SUCCEEDED" : "FAILED",
        exitCode: code,
        message: isWell
          ? "Job finished successfully."
          : `Job entrypoint command failed with exit code ${code}, last available logs (truncated to 20,000 chars):\n${job.log}`,
      });
    });
  }
}

/** Including everything it has started. */
function end(child: ChildProcess | undefined): void {
  if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
}

const statusOf = (id: string, { status, message, exitCode }: StandInJob) => ({
  type: "SUBMISSION",
  job_id: null,
  submission_id: id,
  driver_info: null,
  status,
  message,
  error_type: null,
  end_time: null,
  metadata: null,
  driver_exit_code: exitCode,
});

/**
 * Ray's own rule (`update_envs`): variables are expanded in order of their names, then remaining `${…}` are removed.
 */
function asRaySets(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const [name, value] of Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const expanded = value.replaceAll(
      /\$(?:(\w+)|\{([^}]*)\})/g,
      (text, bare?: string, braced?: string) => environment[bare ?? braced ?? ""] ?? text,
    );
    environment[name] = expanded.replaceAll(/\$\{[A-Z0-9_]+\}/g, "");
  }
  return environment;
}
