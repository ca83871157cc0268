import { describe, expect, it } from "vitest";
import { digestsIn } from "./digests-in";

const TEXT = "///acme/demo/object/prompt:";

describe("digestsIn", () => {
  it.each([
    { json: `"core:///acme/demo/object/prompt:aB-_9"`, digests: ["aB-_9"] },
    {
      json: `{"a":"weave:///acme/demo/object/prompt:v3/attr/x","b":["core:///acme/demo/object/prompt:latest"]}`,
      digests: ["v3", "latest"],
    },
    { json: `"see core:///acme/demo/object/prompt:x, or core:///acme/demo/object/prompt:y."`, digests: ["x", "y"] },
    { json: String.raw`"core:\/\/\/acme\/demo\/object\/prompt:x"`, digests: ["x"] },
    { json: String.raw`"core:///acme/demo/object/pr\u006fmpt:x\n"`, digests: ["x"] },
    { json: `"core:///acme/other/object/prompt:x"`, digests: [] },
    { json: `"core:///acme/demo/object/prompts:x"`, digests: [] },
  ])("$json", ({ json, digests }) => {
    expect(digestsIn(json, TEXT)).toEqual(digests);
  });
});
