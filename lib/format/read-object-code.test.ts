import { expect, test } from "vitest";
import { readWithCurl, readWithPython, readWithTypeScript } from "./read-object-code";

const read = { serviceUrl: "http://127.0.0.1:3001", projectId: "acme/bot", name: `it's "x"\\n`, digest: "production" };
const body = JSON.stringify({ project_id: "acme/bot", object_id: read.name, digest: "production" });

test("the body is a literal of each language, whatever the name is", () => {
  const name = JSON.stringify(read.name);
  expect(readWithPython(read)).toContain(`        "object_id": ${name},\n        "digest": "production",\n`);
  expect(readWithTypeScript(read)).toContain(`      object_id: ${name},\n      digest: "production",\n`);
  expect(readWithCurl(read)).toContain(`-d '${body.replaceAll("'", String.raw`'\''`)}'`);
});

test.each([readWithCurl, readWithPython, readWithTypeScript])("%o has the address and no key", (write) => {
  expect(write(read)).toContain("http://127.0.0.1:3001/obj/read");
  expect(write(read)).toContain("LOUPE_API_KEY");
});
