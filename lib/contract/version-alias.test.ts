import { expect, test } from "vitest";
import { versionAlias } from "./version-alias";

test.each([
  ["latest", "latest"],
  ["v0", 0],
  ["v12", 12],
  ["v999999999", 999_999_999],
  // No table has so many versions, and a digest may start with v.
  ["v12345678901234567890", undefined],
  ["v", undefined],
  ["v-1", undefined],
  ["v1.5", undefined],
  ["V1", undefined],
  ["Latest", undefined],
  ["BDHUIoBLEv95ldxMriGE9fS0iCAsqvPAPXoydJqyOjU", undefined],
])("%s", (digest, alias) => expect(versionAlias(digest)).toBe(alias));
