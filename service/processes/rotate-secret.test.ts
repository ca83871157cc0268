import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidV7 } from "uuid";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { AlertDefinition } from "@/lib/contract/alerts";
import { openReceiver, sealedChannel } from "@/service/background/alerts/receiver";
import { openInference } from "@/service/inference/gateway";
import { openSecrets, storedReader } from "@/service/inference/open-connection";
import { MODEL, startUpstream } from "@/service/inference/test-upstream";
import { contentOf, wantedNew } from "@/service/inference/model-servers/wanted";
import { SealingSecret, readSecret, secretIdOf } from "@/service/secrets/seal";
import { openTokens, sealTokens } from "@/service/people/session-tokens";
import { Secrets } from "@/service/secrets/secrets";
import { readSecretsFile, secretsFile, writeSecretsFile } from "@/service/secrets/secrets-file";
import { readBackup } from "@/service/store/maintenance/backup";
import { type Reseal, resealStored } from "@/service/store/maintenance/reseal";
import { useClient } from "@/service/store/testing/test-client";
import { useStore } from "@/service/store/testing/test-store";
import { openRunnerSecrets, runnerField } from "@/service/background/training/stored-runner";
import { rotateSecret } from "./rotate-secret";

const opened = useStore();
const client = useClient(opened);
const KEY = "sk-canary-0123456789";
const HEADERS = [{ name: "x-token", value: "canary-header-value" }];
const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loupe-rotation-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await client().query("delete from person_sessions");
  for (const { id } of await opened().store.listModelServers()) await opened().store.deleteModelServer({ id });
});
const file = () => secretsFile(folder);
const resealAll = (reseal: Reseal) => resealStored(client(), reseal);

async function add(secrets: Secrets, name = "hosted", base_url = "https://api.example.com/v1") {
  const id = uuidV7();
  const content = contentOf(wantedNew({ name, base_url, api_key: KEY, headers: HEADERS }), id, secrets);
  return opened().store.createModelServer({ id, createdBy: "ada", ...content });
}

/** The secrets that all sealed values are sealed with, by id. */
async function secretIds(): Promise<(string | undefined)[]> {
  const servers = await opened().store.listModelServers();
  const ids = servers.flatMap(({ sealedKey, sealedHeaders }) =>
    [sealedKey, sealedHeaders].map((one) => secretIdOf(one ?? "")),
  );
  return [...new Set(ids)];
}

async function keysSeenBy(secrets: Secrets) {
  const servers = await opened().store.listModelServers();
  return servers.map((server) => openSecrets(server, secrets)?.apiKey);
}

const idOf = (text: string | undefined) => new SealingSecret(readSecret(text ?? "") ?? Buffer.alloc(0)).id;

test("the secret of the file is replaced while a process serves, and keeps serving", async () => {
  const upstream = await startUpstream();
  writeSecretsFile(file(), { admin_key: "kept", secret: FIRST.toString("base64url") });
  const running = new Secrets({ file: file() });
  const before = await add(running, "local", upstream.config.base_url);
  const inference = openInference({
    upstreams: [],
    stored: { read: storedReader(opened().store, running), rules: { publicOnly: false }, warn: () => {} },
  });
  onTestFinished(() => inference.close());
  const ask = async () => {
    const request = { model: MODEL, messages: [] };
    const caller = new AbortController().signal;
    const call = { request, text: JSON.stringify(request), project: "acme/a", requestId: "r", caller };
    return (await inference.complete(call)).kind;
  };
  expect(await ask()).toBe("whole");
  const said = await rotateSecret({ file: file() }, resealAll);
  expect(said).toBe(`sealed the keys of 1 model server with the new secret; the new secret is in ${file()}`);
  const { secret, secret_old, admin_key } = readSecretsFile(file());
  expect([secret_old, admin_key]).toEqual([FIRST.toString("base64url"), "kept"]);
  expect(await secretIds()).toEqual([idOf(secret)]);
  // Nothing that anybody edits or watches has changed.
  expect((await opened().store.listModelServers())[0]).toMatchObject({
    revision: before.revision,
    updatedAt: before.updatedAt,
  });
  expect(await ask()).toBe("whole");
  expect(await keysSeenBy(running)).toEqual([KEY]);
  await add(running, "later");
  expect(await secretIds()).toEqual([idOf(secret)]);
  expect(await keysSeenBy(new Secrets({ current: readSecret(secret ?? "") }))).toEqual([KEY, KEY]);
  expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

test("a rotation that was interrupted is finished by the next one", async () => {
  writeSecretsFile(file(), { secret: FIRST.toString("base64url") });
  await add(new Secrets({ file: file() }));
  const killed = rotateSecret({ file: file() }, async (reseal) => {
    if (readSecretsFile(file()).secret_old !== undefined) throw new Error("killed");
    return resealAll(reseal);
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await keysSeenBy(new Secrets({ file: file() }))).toEqual([KEY]);
  await rotateSecret({ file: file() }, resealAll);
  expect(await secretIds()).toEqual([idOf(readSecretsFile(file()).secret)]);
  expect(await keysSeenBy(new Secrets({ file: file() }))).toEqual([KEY]);
});

test("given secrets: replicas with the old one and with both read the same, before and after", async () => {
  const [old, both, only] = [
    new Secrets({ current: FIRST }),
    new Secrets({ current: SECOND, old: FIRST }),
    new Secrets({ current: SECOND }),
  ];
  await add(old);
  expect([await keysSeenBy(old), await keysSeenBy(both)]).toEqual([[KEY], [KEY]]);
  expect(await rotateSecret({ current: SECOND, old: FIRST }, resealAll)).toBe(
    "sealed the keys of 1 model server with the new secret; LOUPE_SECRET_OLD is only needed for earlier backups now",
  );
  expect([await keysSeenBy(both), await keysSeenBy(only), await keysSeenBy(old)]).toEqual([[KEY], [KEY], [undefined]]);
});

test("what no known secret opens is left as it is, and named", async () => {
  await add(new Secrets({ current: Buffer.alloc(32, 9) }), "lost");
  await add(new Secrets({ current: FIRST }), "hosted");
  expect(await rotateSecret({ current: SECOND, old: FIRST }, resealAll)).toContain(
    "enter those of lost again, which no known secret opens",
  );
  expect(await keysSeenBy(new Secrets({ current: Buffer.alloc(32, 9), old: SECOND }))).toEqual([KEY, KEY]);
});

test("the receivers of alerts' channels are sealed with the new secret too", async () => {
  writeSecretsFile(file(), { secret: FIRST.toString("base64url") });
  const key = { project_id: "acme/alerts", id: uuidV7() };
  const receiver = { url: "https://hooks.example.com/canary", secret: "whsec_canary" };
  const channel = sealedChannel({ id: uuidV7(), format: "json", ...receiver }, new Secrets({ file: file() }), "url");
  const now = "2026-11-20T08:41:00.000000Z";
  const definition: AlertDefinition = {
    name: "Calls",
    metric: { measure: "calls" },
    condition: { type: "threshold", comparison: "above", value: 1 },
    window_seconds: 300,
    delay_seconds: 0,
    consecutive: 1,
    notify_on: [],
  };
  const schedule = { nextEnd: now, dueAt: now };
  await opened().store.createAlert({ ...key, definition, channels: [channel], created_by: "ada", schedule }, now);
  expect(await rotateSecret({ file: file() }, resealAll)).toContain(
    "sealed the keys of 0 model servers and the addresses of 1 channel of alerts with the new secret",
  );
  const only = new Secrets({ current: readSecret(readSecretsFile(file()).secret ?? "") });
  const { rows } = await client().query("select sealed_receiver from alert_channels");
  expect(openReceiver({ ...channel, sealedReceiver: rows[0].sealed_receiver }, only)).toEqual(receiver);
  await opened().store.deleteAlert(key);
});

describe("the tokens of sessions", () => {
  const TOKENS = { id_token: "canary-id", access_token: "canary-access", refresh_token: "canary-refresh" };

  async function startSession(id: string, secrets: Secrets) {
    const person = { issuer: "https://login.example.com", subject: id, owners: [id] };
    const rights = {
      groups: ["readers"],
      roles: [{ project_pattern: "acme/a", role: "viewer" } as const],
      defaultProject: "acme/a",
    };
    const session = { id, hash: "0".repeat(64), ...rights, sealedTokens: sealTokens(TOKENS, id, secrets), seconds: 60 };
    await opened().store.startPersonSession(person, session, { hash: id, expiresAt: new Date() });
  }

  async function sealedTokens(): Promise<Record<string, string>> {
    const { rows } = await client().query("select id, sealed_tokens from person_sessions");
    return Object.fromEntries(rows.map(({ id, sealed_tokens }) => [id, sealed_tokens]));
  }

  test("are sealed with the new secret too", async () => {
    writeSecretsFile(file(), { secret: FIRST.toString("base64url") });
    await startSession("ada", new Secrets({ file: file() }));
    expect(await rotateSecret({ file: file() }, resealAll)).toBe(
      `sealed the keys of 0 model servers and the tokens of 1 session with the new secret; the new secret is in ${file()}`,
    );
    const { secret = "" } = readSecretsFile(file());
    const { ada = "" } = await sealedTokens();
    expect(openTokens(ada, "ada", new Secrets({ current: readSecret(secret) }))).toEqual(TOKENS);
  });

  test("end with their session if no known secret opens them", async () => {
    await startSession("lost", new Secrets({ current: Buffer.alloc(32, 9) }));
    await startSession("kept", new Secrets({ current: FIRST }));
    expect(await rotateSecret({ current: SECOND, old: FIRST }, resealAll)).toContain(
      "; ended 1 session, whose tokens no known secret opens; LOUPE_SECRET_OLD is only needed",
    );
    expect(Object.keys(await sealedTokens())).toEqual(["kept"]);
  });
});

test("the secrets of the training runner are sealed anew too, and those that cannot be are named", async () => {
  const id = uuidV7();
  const own = { key: KEY, headers: HEADERS, env_vars: [] };
  const set = (secrets: Secrets) =>
    opened().store.setTrainingRunner({ createdBy: "ada" }, () => ({
      id,
      definition: { type: "ray", address: "https://ray.example.com", entrypoint: "true" },
      secretNames: { key: true, headers: ["x-token"], env_vars: [] },
      sealedSecrets: secrets.seal(JSON.stringify(own), runnerField(id)),
    }));
  const read = async (secrets: Secrets) => {
    const runner = await opened().store.readTrainingRunner();
    return runner && { revision: runner.revision, secrets: openRunnerSecrets(runner, secrets) };
  };
  const { revision } = await set(new Secrets({ current: FIRST }));
  expect(await rotateSecret({ current: SECOND, old: FIRST }, resealAll)).toContain(
    "sealed the keys of 0 model servers and 1 training runner with the new secret",
  );
  expect(await read(new Secrets({ current: SECOND }))).toEqual({ revision, secrets: own });
  await set(new Secrets({ current: Buffer.alloc(32, 9) }));
  expect(await rotateSecret({ current: SECOND, old: FIRST }, resealAll)).toContain(
    "enter those of the training runner again",
  );
  await opened().store.removeTrainingRunner(undefined);
});

test.each([
  [{}, "LOUPE_SECRET: not set"],
  [{ current: SECOND }, "LOUPE_SECRET_OLD: not set"],
])("without secrets there is nothing to rotate: %j", async (source, message) => {
  await expect(rotateSecret(source, resealAll)).rejects.toThrow(message);
});

test("a backup has sealed values, and no key in clear", async () => {
  const { sealedKey = "" } = await add(new Secrets({ current: FIRST }));
  let backup = "";
  for await (const part of readBackup(client())) backup += part;
  expect(backup).toContain(sealedKey);
  expect(backup).not.toContain("canary");
});
