import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { TRAINING_EVENT_BYTES } from "@/lib/contract/limits";
import { useDispatcher } from "./test-dispatcher";

const training = useDispatcher();

const textOf = ({ data }: { data: string }): string => JSON.parse(data).text;

/** State letter of a process in /proc; that of a zombie if there is none. */
function stateOf(pid: number): string {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "";
  } catch {
    return "Z";
  }
}

describe("any output of a program", () => {
  test("a hundred thousand events are all stored, in order", async () => {
    const { id } = await training.queue();
    const count = 100_000;
    training.start(
      training.command(`
        const lines = Array.from({ length: ${count} }, (_, step) => '{"step":' + (step + 1) + ',"loss":0.5}').join("\\n");
        process.stdout.write(lines);
      `),
    );
    const { said, status, step } = await training.ended(id);
    const [started, ...steps] = said.slice(0, -1);
    expect([started?.type, said.at(-1)?.type]).toEqual(["training_started", "training_ended"]);
    expect([steps.length, status, step]).toEqual([count, "succeeded", String(count)]);
    expect(steps.every(({ data }, place) => data === `{"step":${place + 1},"loss":0.5}`)).toBe(true);
  });

  test("a line of 200 MB is truncated, and what follows is read", async () => {
    const { id } = await training.queue();
    training.start(
      training.command(`
        const { writeSync } = require("node:fs");
        const part = "x".repeat(2 ** 20);
        for (let count = 0; count < 200; count += 1) for (let at = 0; at < part.length;) at += writeSync(1, part.slice(at));
        writeSync(1, '\\n{"step":1}\\nno newline');
      `),
    );
    const { said, status } = await training.ended(id);
    expect(status).toBe("succeeded");
    expect(said.map(({ type }) => type)).toEqual(["log", "training_started", "gradient_step", "log", "training_ended"]);
    const [first, , , last] = said;
    expect(Buffer.byteLength(first?.data ?? "")).toBeLessThanOrEqual(TRAINING_EVENT_BYTES);
    expect(first && textOf(first)).toMatch(/^x+… \(cut\)$/);
    expect(last && textOf(last)).toBe("no newline");
  });

  test("bytes that are no text, NUL, and JSON beyond all depth", async () => {
    const { id } = await training.queue();
    training.start(
      training.command(`
        process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a]));
        process.stdout.write(Buffer.from(Array.from({ length: 70000 }, (_, at) => (at % 256 === 10 ? 11 : at % 256))));
        process.stdout.write("\\n" + '{"type":"x","data":' + "[".repeat(5000) + "]".repeat(5000) + "}\\n");
        process.stdout.write('{"type":"a\\\\u0000b","data":{"\\\\ud800":"\\\\u0000"}}\\n');
      `),
    );
    const { said, status } = await training.ended(id);
    expect(status).toBe("succeeded");
    expect(said.map(({ type }) => type)).toEqual(["log", "log", "log", "a\uFFFDb", "training_ended"]);
    const [binary, cut, , last] = said;
    expect(binary && textOf(binary)).toBe("\uFFFD\uFFFD\0A");
    expect(Buffer.byteLength(cut?.data ?? "")).toBeLessThanOrEqual(TRAINING_EVENT_BYTES);
    expect(last?.data).toBe(String.raw`{"\ud800":"\u0000"}`);
  });
});

describe("a program that is asked to stop", () => {
  const cancel = async (id: string) => training.change(id, "cancel_asked_at = now()");

  test("and does so is cancelled, with its last words", async () => {
    const { id } = await training.queue();
    training.start(
      training.command(
        'process.on("SIGTERM", () => { say("saved", {}); process.exit(0); }); setInterval(() => {}, 9e6); say("ready", {});',
      ),
    );
    await training.until(id, ({ said }) => said.some(({ type }) => type === "ready"));
    await cancel(id);
    const { status, said } = await training.ended(id);
    expect([status, said.map(({ type }) => type)]).toEqual(["cancelled", ["ready", "saved", "training_failed"]]);
  });

  test("and does not is ended, with all that it has begun", async () => {
    const { id } = await training.queue();
    training.start(
      training.command(
        `
        process.on("SIGTERM", () => {});
        const child = require("node:child_process").spawn("sleep", ["600"], { stdio: "ignore" });
        setInterval(() => {}, 9e6);
        say("ready", { pids: [process.pid, child.pid] });`,
        { stopTimeoutMs: 50 },
      ),
    );
    const { said } = await training.until(id, (job) => job.said.length > 0);
    await cancel(id);
    expect(await training.ended(id)).toMatchObject({ status: "cancelled" });
    const pids: number[] = JSON.parse(said[0]?.data ?? "{}").pids;
    // The kernel may still be working on it, and leave files behind.
    await vi.waitFor(() => expect(pids.map(stateOf).filter((state) => state !== "Z")).toEqual([]), 30_000);
  });
});

describe("the service stops in the middle", () => {
  const program = `
    say("ready", {});
    const wait = setInterval(() => {
      if (!existsSync(process.env.LOUPE_JOB_FOLDER + "/go")) return;
      clearInterval(wait);
      say("done", {});
    }, 10);`;

  test("and restarts: no output is lost, reported twice or started again", async () => {
    const { id } = await training.queue();
    const first = training.start(training.command(program));
    await training.until(id, ({ said }) => said.length > 0);
    await first.stop();
    writeFileSync(`${training.folder}/${id}/go`, "");
    training.start(training.command(program));
    const { said, status, resources } = await training.ended(id);
    expect([status, said.map(({ type }) => type)]).toEqual(["succeeded", ["ready", "done", "training_ended"]]);
    expect(JSON.parse(String(resources)).peak_memory_bytes).toBeGreaterThan(0);
  });

  test("before it has noted that the program runs: it is found", async () => {
    const { id } = await training.queue();
    const runner = training.command(program);
    const first = training.start(runner);
    await training.until(id, ({ said }) => said.length > 0);
    await first.stop();
    await training.change(id, "status = 'queued', runner_state = null, held_by = null, events = 1000");
    writeFileSync(`${training.folder}/${id}/go`, "");
    training.start(runner);
    const { said, status } = await training.ended(id);
    // All of its output is reported again, by the only program that ran.
    expect([status, said.map(({ type }) => type)]).toEqual(["succeeded", ["ready", "ready", "done", "training_ended"]]);
  });

  test("and the machine with it: the job fails with that reason", async () => {
    const { id } = await training.queue();
    const first = training.start(training.command(program));
    await training.until(id, ({ said }) => said.length > 0);
    await first.stop();
    await training.change(id, "held_until = now() - interval '1 hour'");
    training.start(training.command(program, { machine: "elsewhere" }), {
      holder: { machine: "elsewhere", process: "9" },
    });
    const job = await training.ended(id);
    expect(JSON.parse(String(job.failure))).toEqual({ reason: "The machine that ran this job is no longer available" });
    await training.command(program).forget({
      id,
      project_id: "",
      model: { id: "", name: "", base_model: "" },
      body_bytes: 0,
      body: async function* () {},
    });
  });
});

test("a job whose project is erased is stopped, and leaves nothing behind", async () => {
  const { id } = await training.queue();
  training.start(training.command('say("ready", { pids: [process.pid] }); setInterval(() => {}, 9e6);'));
  const { said } = await training.until(id, (job) => job.said.length > 0);
  await training.remove(id);
  const [pid]: number[] = JSON.parse(said[0]?.data ?? "{}").pids;
  await vi.waitFor(
    () => expect([pid === undefined || stateOf(pid), existsSync(`${training.folder}/${id}`)]).toEqual(["Z", false]),
    30_000,
  );
});
