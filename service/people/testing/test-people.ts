import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import type { Grant } from "@/lib/contract/grants";
import { peopleSignInResponse } from "@/lib/contract/people";
import { People } from "@/service/people/people";
import type { ServiceDeps } from "@/service/http/deps";
import { type TestService, postOf, useService } from "@/service/http/routes/test-service";
import { Secrets } from "@/service/secrets/secrets";
import { useClient } from "@/service/store/testing/test-client";
import { askForTokens, authorize } from "./test-authorize";
import { type TestClient, TestProvider } from "./test-provider";

export const CLIENT: TestClient = {
  client_id: "loupe",
  client_secret: "a-secret-of-this-test-only",
  redirect_uris: ["http://127.0.0.1:1/callback"],
};
/** Seals the tokens of sessions. */
export const SECRET = Buffer.alloc(32, 1);
export const OTHER_CLIENT: TestClient = { ...CLIENT, client_id: "other" };

const roleOn = (project_pattern: string, role: Grant["role"]): Grant => ({ project_pattern, role });
const ROLES_BY_GROUP = new Map([
  ["readers", [roleOn("acme/a", "viewer")]],
  ["writers", [roleOn("acme/a", "member")]],
  ["keepers", [roleOn("*", "admin")]],
]);

type Tokens = Awaited<ReturnType<typeof authorize>>;

/** For tests: the app with a provider in a process of its own. */
export function usePeople(algorithm: "RS256" | "ES256" = "RS256") {
  const service = useService();
  const client = useClient(() => service);
  let provider: TestProvider | undefined;
  let apps: ReturnType<TestService["app"]>[] = [];
  const present = () => {
    if (!provider) throw new Error("the provider is started before the first test");
    return provider;
  };
  beforeAll(async () => {
    provider = await TestProvider.start([CLIENT, OTHER_CLIENT], algorithm);
    apps = [open(), open()];
  });
  afterAll(() => provider?.stop());

  /** An app as of another replica: with another memory. */
  function open(overrides: Partial<ServiceDeps> = {}, secrets = new Secrets({ current: SECRET })) {
    const { issuer } = present();
    const { client_id: clientId, client_secret: clientSecret } = CLIENT;
    const config = {
      issuer,
      clientId,
      clientSecret,
      algorithm,
      groupsClaim: "groups",
      trustsEmails: false,
      rolesByGroup: ROLES_BY_GROUP,
    };
    const people = new People({
      config,
      store: service.store,
      secrets,
      logger: overrides.logger ?? pino({ enabled: false }),
      clock: () => new Date(),
    });
    return service.app({ people, clock: () => new Date(), ...overrides });
  }

  async function post(
    path: string,
    body: unknown,
    key?: string,
    app = apps[0],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    if (!app) throw new Error("the app is opened before the first test");
    return app.request(path, postOf(body, { authorization: key && `Bearer ${key}`, ...headers }));
  }

  const sendTokens = async (
    { id_token, access_token, refresh_token, nonce }: Partial<Tokens>,
    headers?: Record<string, string>,
  ) => post("/people/sign_in", { id_token, access_token, refresh_token, nonce }, undefined, apps[0], headers);

  return {
    client,
    post,
    open,
    /** Two replicas. */
    apps: () => apps,
    provider: present,
    authorize: async (account: string, at = CLIENT) => authorize(present().issuer, at, account),
    sendTokens,
    /** The provider's answer to a refresh token. */
    refresh: async (refresh_token: string) =>
      askForTokens(present().issuer, CLIENT, { grant_type: "refresh_token", refresh_token }),
    /** Signs somebody in; the answer of the service. */
    async signIn(account: string, headers?: Record<string, string>) {
      const answer = await sendTokens(await authorize(present().issuer, CLIENT, account), headers);
      return peopleSignInResponse.parse(await answer.json());
    },
    /** The status of an answer to the key of a session. */
    statusOf: async (key: string, app = apps[0]) => (await post("/keys/self", {}, key, app)).status,
    /** As if the last check of all sessions was longer ago. */
    async age(seconds: number) {
      await client().query(
        `update person_sessions set checked_at = checked_at - $1 * interval '1 second',
           check_failed_at = check_failed_at - $1 * interval '1 second'`,
        [seconds],
      );
    },
  };
}
