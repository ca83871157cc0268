// A model is really trained here, so this needs `LOUPE_TEST_TRAINER`, a Python in which the trainer is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { toJsonText } from "@/lib/json/text";
import { freePorts, start } from "@/scripts/testing/started";
import { Loupe } from "./loupe/loupe";
import { expect, serviceClient, test } from "./loupe/test";

const PROJECT = "local/colours";
const ASKS = ["name a colour", "which colour", "pick one colour", "say a colour"];
const WORDS = ["mauve", "teal", "rose", "olive"];
const line = (ask: string, word: string) =>
  JSON.stringify({
    messages_and_choices: [
      { role: "user", content: ask },
      { role: "assistant", content: word },
    ],
    reward: word === "mauve" ? 1 : 0,
  });

test.use({ storageState: { cookies: [], origins: [] } });
test.setTimeout(600_000);

test("rated answers train a model, which is served, tried and measured, without code", async ({ page }) => {
  const { LOUPE_TEST_TRAINER: named = "1" } = process.env;
  const python = named === "1" ? "python3" : named;
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-tiny-"));
  const tiny = path.join(folder, "tiny");
  const made = spawnSync(python, ["-m", "loupe_trainer.tiny_model", tiny], { encoding: "utf8" });
  expect(made.stderr, made.stderr).not.toContain("Error");
  const loupe = await Loupe.place();
  const [port = 0] = await freePorts(1);
  const trainer = {
    LOUPE_TRAINER_BASE_MODELS: `tiny=${tiny}`,
    LOUPE_TRAINER_THREADS: "1",
    LOUPE_MODEL_FOLDER: path.join(loupe.dataFolder, "models"),
  };
  const server = start([python, "-m", "loupe_trainer.serve.main", "--port", String(port)], trainer);
  try {
    await loupe.start("start", {
      ...trainer,
      LOUPE_TRAINING_RUNNER: JSON.stringify({
        type: "command",
        command: [python, "-m", "loupe_trainer.train_main"],
        base_models: ["tiny"],
      }),
      LOUPE_UPSTREAMS: JSON.stringify([{ name: "loupe-serve", base_url: `http://127.0.0.1:${port}/v1` }]),
    });
    const service = serviceClient(loupe);
    const rows = ["colour", "your colour"].map((question) => toJsonText({ question }));
    const { digest } = await service.request("tableCreate", { table: { project_id: PROJECT, rows } });
    const publish = (object_id: string, type: string, val: object) =>
      service.request("objCreate", {
        obj: { project_id: PROJECT, object_id, val: toJsonText({ _type: type, _class_name: type, ...val }) },
      });
    await publish("held-out", "Dataset", {
      _bases: ["Object", "BaseModel"],
      rows: `weave:///${PROJECT}/table/${digest}`,
    });
    await publish("ask", "MessagesPrompt", {
      _bases: ["Prompt", "Object", "BaseModel"],
      messages: [{ role: "user", content: "{{question}}" }],
    });
    await publish("says-mauve", "Scorer", {
      _bases: ["Object", "BaseModel"],
      name: "says-mauve",
      scorer: { type: "contains", text: "mauve" },
    });
    await page.goto(loupe.signInLink);
    await page.waitForURL(`${loupe.url}/`);

    await page.goto(`${loupe.url}/${PROJECT}/training/new`);
    const text = ASKS.flatMap((ask) => WORDS.map((word) => line(ask, word))).join("\n");
    await page
      .getByLabel("Choose JSON or JSONL files")
      .setInputFiles({ name: "rated.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) });
    await expect(page.getByRole("status").filter({ hasText: "4 groups · 16 trajectories" })).toBeVisible();
    await page.getByRole("button", { name: "New trainable model" }).click();
    await page.getByRole("dialog").getByLabel("Base model").fill("tiny");
    await page.getByRole("dialog").getByLabel("Name").fill("painter");
    await page.getByRole("dialog").getByRole("button", { name: "Create model" }).click();
    await page.getByLabel("Method").selectOption("sft");
    await expect(page.getByText("One answer per task is enough")).toBeVisible();
    await page.getByLabel("Learning rate").fill("3e-3");
    await page.getByText("Other training parameters (JSON)").click();
    await page.getByRole("textbox", { name: "Other training parameters" }).fill('{"epochs": 30}');
    await page.getByRole("button", { name: "Submit 4 groups" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "painter" })).toBeVisible();
    const job = page.url();
    const trained = `${PROJECT}/painter:step1`;
    await expect(page.getByText(trained).first()).toBeVisible({ timeout: 240_000 });

    await page.goto(`${loupe.url}/${PROJECT}/models`);
    await expect(page.getByText("on tiny")).toBeVisible();
    await page.goto(job);
    await page.getByRole("link", { name: "Compare with base model" }).click();
    await page.getByRole("button", { name: "Run all" }).click();
    await expect(page.getByText("mauve").first()).toBeVisible({ timeout: 60_000 });

    await page.goto(job);
    await page.getByRole("link", { name: "Measure before and after" }).click();
    await page.getByRole("button", { name: "Choose a table" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "held-out" }).click();
    await page.getByRole("button", { name: "Choose a prompt" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "ask, version 0" }).click();
    await page.getByRole("checkbox", { name: /says-mauve/ }).click();
    await page.getByRole("button", { name: "Run experiment" }).click();
    await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
    const rates = page.getByRole("table", { name: "Summary" }).getByRole("row", { name: /^says-mauve/ });
    await expect(rates.getByRole("cell").nth(1)).toContainText("100%", { timeout: 120_000 });
  } finally {
    server.child.kill("SIGTERM");
    await server.exited;
    await loupe.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
