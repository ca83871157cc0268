import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin";

const HOST = "127.0.0.1:3000";

describe("isSameOrigin", () => {
  const cases: { name: string; headers: Record<string, string>; url?: string; is: boolean }[] = [
    {
      name: "a page of the dashboard",
      headers: { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" },
      is: true,
    },
    { name: "an old browser without Sec-Fetch-Site", headers: { origin: `http://${HOST}` }, is: true },
    { name: "Sec-Fetch-Site without Origin", headers: { "sec-fetch-site": "same-origin" }, is: true },
    { name: "neither header", headers: {}, is: false },
    { name: "another site", headers: { origin: "https://evil.example" }, is: false },
    { name: "another port of this host", headers: { origin: "http://127.0.0.1:3001" }, is: false },
    { name: "another name of this host", headers: { origin: "http://localhost:3000" }, is: false },
    { name: "a sandboxed page", headers: { origin: "null" }, is: false },
    { name: "nonsense", headers: { origin: "http://" }, is: false },
    { name: "same site only", headers: { origin: `http://${HOST}`, "sec-fetch-site": "same-site" }, is: false },
    { name: "a typed address", headers: { "sec-fetch-site": "none" }, is: false },
    {
      name: "behind a proxy that changes Host",
      headers: { origin: "https://loupe.example" },
      url: "https://loupe.example/",
      is: true,
    },
    {
      name: "http where https is ours",
      headers: { origin: "http://loupe.example" },
      url: "https://loupe.example",
      is: false,
    },
  ];

  it.each(cases)("$name: $is", ({ headers, url, is }) => {
    expect(isSameOrigin(new Headers({ host: HOST, ...headers }), url)).toBe(is);
  });
});
