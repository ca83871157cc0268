import { expect, test } from "vitest";
import { GET } from "./route";

test.each([
  [{ entity: "acme", project: "bot", id: "01a1f81d-80ae" }, "/acme/bot/calls/01a1f81d-80ae"],
  [{ entity: "acme", project: "my%20bot", id: "a%2Fb%3Fc" }, "/acme/my%20bot/calls/a%2Fb%3Fc"],
  [{ entity: "%2F%2Fevil.example", project: "p", id: "x" }, "/~/%2Fevil.example%2Fp/calls/x"],
])("%o leads to %s", async (params, path) => {
  const request = new Request("http://localhost/");
  await expect(GET(request, { params: Promise.resolve(params) })).rejects.toMatchObject({
    digest: expect.stringContaining(`;${path};`),
  });
});
