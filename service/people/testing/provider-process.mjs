// For tests: an OpenID provider (oidc-provider) on a free port, told over the process's channel what to do.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, request as ask } from "node:http";
import process from "node:process";

// It warns that it is not set up for use.
console.warn = () => undefined;
console.info = () => undefined;
const { Provider } = await import("oidc-provider");

const [clients = "[]", algorithm = "RS256"] = process.argv.slice(2);
/** The claims of each account, which all have any password. */
const accounts = new Map();

const newKey = () => {
  const { privateKey } =
    algorithm === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: algorithm };
};

let issuer = "";
let keys = [newKey()];
let answer;
/** Paths that begin like this are not answered. */
let down;
/** The address of a server that answers paths below `/pictures`. */
let pictures;
/** Whether groups are stated at the userinfo endpoint only. */
let groupsAreApart = false;

const claimsOf = (accountId) => (use) => {
  const { groups, ...others } = accounts.get(accountId);
  return { sub: accountId, ...others, ...((use === "userinfo" || !groupsAreApart) && { groups }) };
};

/** A provider with the present keys; sessions and tokens are kept beside it. */
function open() {
  const provider = new Provider(issuer, {
    clients: JSON.parse(clients),
    jwks: { keys },
    cookies: { keys: ["for tests"] },
    findAccount: (_ctx, accountId) =>
      accounts.has(accountId) ? { accountId, claims: claimsOf(accountId) } : undefined,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"], groups: ["groups"] },
    scopes: ["openid", "offline_access"],
    discovery: { prompt_values_supported: ["none", "login", "consent", "select_account"] },
    conformIdTokenClaims: false,
    features: {
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      userinfo: { enabled: true },
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    // Tokens stay valid after a sign-out, of which only the message to the service tells.
    expiresWithSession: () => false,
    // Without its check for addresses of this machine.
    fetch: (url, { dispatcher: _checked, ...options }) => fetch(url, options),
    // Nobody is asked for consent.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session.accountId,
        clientId: ctx.oidc.client.clientId,
      });
      grant.addOIDCScope("openid email profile groups offline_access");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 86_400, Session: 86_400, Grant: 86_400, Interaction: 3600 },
  });
  provider.on("backchannel.error", (_ctx, error) => console.error("back-channel logout:", error.message));
  provider.on("server_error", (_ctx, error) => console.error("provider:", error));
  answer = provider.callback();
  return provider;
}

const commands = {
  account: ({ id, claims }) => void accounts.set(id, claims),
  remove: ({ id }) => void accounts.delete(id),
  rotate: () => {
    keys = [newKey()];
    open();
    return keys[0];
  },
  key: () => keys[0],
  down: ({ path }) => void (down = path),
  apart: ({ apart }) => void (groupsAreApart = apart),
  pictures: ({ url }) => void (pictures = url),
};

process.on("message", ({ id, name, input }) => process.send({ id, result: commands[name](input) ?? null }));
process.on("disconnect", () => process.exit(0));

const server = createServer((request, response) => {
  if (down !== undefined && request.url.startsWith(down)) return void request.socket.destroy();
  if (pictures && request.url.startsWith("/pictures/")) return forwardTo(pictures, request, response);
  // It asks everybody who has no session which account it is.
  request.url = request.url.replace("&prompt=select_account", "");
  answer(request, response);
});

function forwardTo(url, request, response) {
  const upstream = ask(url + request.url.slice("/pictures".length), (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  upstream.end();
}

server.listen(0, "127.0.0.1", () => {
  issuer = `http://127.0.0.1:${server.address().port}`;
  open();
  process.send({ ready: issuer });
});
