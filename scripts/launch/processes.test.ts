import { expect, test } from "vitest";
import { forwardedKey } from "@/lib/network/forwarded-proof";
import { dashboardProcess } from "./processes";

const OF_SERVICE = {
  DATABASE_URL: "postgresql://loupe:secret@db/loupe",
  LOUPE_SECRET: "secret",
  LOUPE_SECRET_OLD: "secret",
  LOUPE_UPSTREAMS: '[{"api_key":"secret"}]',
  LOUPE_TRAINING_RUNNER: '{"api_key":"secret"}',
};
const plan = {
  runsService: true,
  runsDashboard: true,
  embedded: true,
  host: "127.0.0.1",
  port: 3000,
  stop: { drainMs: 10_000, finishMs: 60_000, mostMs: 76_000 },
  dashboardUrl: "http://127.0.0.1:3000",
  namesDashboard: false,
  environment: { ...OF_SERVICE, LOUPE_ADMIN_KEY: "admin-key", NEXTAUTH_SECRET: "n" },
};

test("the dashboard has no secret that only the service needs", () => {
  expect(dashboardProcess({ ...plan, offersSignInLink: true }, "/loupe").environment).toEqual({
    HOSTNAME: "127.0.0.1",
    KEEP_ALIVE_TIMEOUT: "65000",
    LOUPE_ADMIN_KEY: "admin-key",
    NEXTAUTH_SECRET: "n",
    LOUPE_FINISH_SECONDS: "60",
  });
});

test("and the admin key only for sign-in links", () => {
  expect(dashboardProcess({ ...plan, offersSignInLink: false }, "/loupe").environment).toEqual({
    HOSTNAME: "127.0.0.1",
    KEEP_ALIVE_TIMEOUT: "65000",
    LOUPE_FORWARDED_KEY: forwardedKey("admin-key"),
    NEXTAUTH_SECRET: "n",
    LOUPE_FINISH_SECONDS: "60",
  });
});
