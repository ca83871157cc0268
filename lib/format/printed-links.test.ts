import { expect, test } from "vitest";

import { printedLinkPath } from "./printed-links";

test.each([
  ["https://wandb.ai/acme/bot/r/call/01a1f81d-80ae", "/acme/bot/calls/01a1f81d-80ae"],
  ["http://localhost:3000/acme/my%20bot/r/call/a%2Fb%3Fc", "/acme/my%20bot/calls/a%2Fb%3Fc"],
  ["http://localhost:3000/%2F%2Fevil.example/p/r/call/x", "/~/%2Fevil.example%2Fp/calls/x"],
  ["https://wandb.ai/acme/bot/weave/calls/01a1", "/acme/bot/calls/01a1"],
  ["https://wandb.ai/acme/bot/weave/traces?peekPath=%2Facme%2Fbot%2Fcalls%2F01a1%3Fx%3D1", "/acme/bot/calls/01a1"],
  ["https://wandb.ai/acme/bot/weave/traces", "/acme/bot/calls"],
  ["https://wandb.ai/acme/bot/weave/objects/greet/versions/v3", "/acme/bot/objects/greet/v4"],
  ["https://wandb.ai/acme/bot/weave/ops/answer/versions/4Bf", "/acme/bot/ops/answer/4Bf"],
  ["https://wandb.ai/acme/bot/weave/agents/conversations/c%207", "/acme/bot/threads/c%207"],
  ["https://wandb.ai/acme/bot/weave/leaderboards/best", "/acme/bot/experiments/leaderboard"],
  ["http://127.0.0.1:3001/project/acme/bot/traces/4bf92f35", "/acme/bot/calls/4bf92f35"],
  ["http://127.0.0.1:3001/project/acme%2Fbot/traces/4bf92f35", "/acme/bot/calls/4bf92f35"],
  ["https://example.com/", undefined],
  ["https://example.com/acme/bot/pulls/7", undefined],
])("%s leads to %s", (link, path) => {
  expect(printedLinkPath(new URL(link))).toBe(path);
});
