import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSettings } from "./settings";
import { readSettings, removeSettings, settingsPath, writeSettings } from "./settings-file";

const URL_A = "http://a.test:3001";
const URL_B = "https://b.test";
let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "loupe-settings-"));
  file = settingsPath({ XDG_CONFIG_HOME: home });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const find = (given = {}, environment = {}) => findSettings(given, { XDG_CONFIG_HOME: home, ...environment });

describe("where settings are from", () => {
  beforeEach(() => writeSettings(file, { url: URL_A, api_key: "stored-key", project: "acme/stored" }));

  it("options come before the environment, and that before the file", async () => {
    expect(await find()).toMatchObject({ url: URL_A, apiKey: "stored-key", project: "acme/stored", keyFrom: file });
    const environment = { LOUPE_API_KEY: "own-key", LOUPE_PROJECT: "acme/own", LOUPE_URL: URL_A };
    expect(await find({}, environment)).toMatchObject({
      apiKey: "own-key",
      project: "acme/own",
      keyFrom: "LOUPE_API_KEY",
    });
    expect(await find({ project: "given" }, environment)).toMatchObject({ project: "local/given" });
  });

  it("a stored key and project are only for their address", async () => {
    await expect(find({ url: URL_B })).rejects.toThrow(`The stored key is for ${URL_A}`);
    expect(await find({ url: URL_B }, { LOUPE_API_KEY: "k" })).toMatchObject({
      url: URL_B,
      apiKey: "k",
      project: undefined,
    });
  });

  it.each([
    [
      {},
      { LOUPE_URL: "localhost:3001" },
      'LOUPE_URL "localhost:3001" is not an address such as http://localhost:3001.',
    ],
    [{ project: "a/b/c" }, {}, '--project "a/b/c" must have the form <entity>/<project>.'],
    [{}, { LOUPE_API_KEY: "secret key" }, /^LOUPE_API_KEY is not an API key: (?!.*secret)/],
  ])("%j and %j: %s", (given, environment, message) => expect(find(given, environment)).rejects.toThrow(message));
});

describe("the file", () => {
  it("can be read by its user only, also in place of one that others could read", async () => {
    await writeSettings(file, { url: URL_A, api_key: "k" });
    writeFileSync(file, "{}", { mode: 0o644 });
    await writeSettings(file, { url: URL_A, api_key: "k" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it("is removed once", async () => {
    await writeSettings(file, { url: URL_A, api_key: "k" });
    expect([await removeSettings(file), await removeSettings(file), await readSettings(file)]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it("that is damaged is not guessed at", async () => {
    await writeSettings(file, { url: URL_A, api_key: "k" });
    writeFileSync(file, '{"url": "http://a.test", "api_key": "lp_secret"');
    await expect(find()).rejects.toThrow(/login\.json is not what `loupe login` stores; run `loupe login` again\.$/);
  });

  it.each<[object, NodeJS.Platform, string]>([
    [{ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "linux", "/x/loupe/login.json"],
    [{ XDG_CONFIG_HOME: "relative", HOME: "/h" }, "linux", "/h/.config/loupe/login.json"],
    [{ HOME: "/h" }, "darwin", "/h/.config/loupe/login.json"],
  ])("of %j on %s is %s", (environment, platform, place) =>
    expect(settingsPath({ ...environment }, platform)).toBe(place),
  );

  it("is needed if the environment has no key", async () => {
    await expect(find()).rejects.toThrow("There is no API key; run `loupe login`, or set LOUPE_URL and LOUPE_API_KEY.");
  });
});
