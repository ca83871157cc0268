import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  peopleProviderSignOutRequest,
  peopleProviderSignOutResponse,
  peopleSignInRequest,
  peopleSignInResponse,
  peopleSignOutRequest,
  peopleSignOutResponse,
} from "../people";

const open = {
  method: "POST",
  base: "base_url",
  auth: "none",
  role: "none",
  kind: "extension",
  answer: "json",
  errors: "trace",
  relayed: false,
  audit: "change",
} as const;

export const peopleEndpoints = {
  peopleSignIn: {
    ...open,
    path: "/people/sign_in",
    unknownFields: "refuse",
    summary: "Start a session with the tokens of the sign-in provider; its key is returned only in this response",
    request: peopleSignInRequest,
    response: peopleSignInResponse,
  },
  peopleSignOut: {
    ...traceEndpoint({
      ...read,
      path: "/people/sign_out",
      summary: "End the session whose key is used",
      request: peopleSignOutRequest,
      response: peopleSignOutResponse,
    }),
    relayed: false,
    audit: "change",
  },
  peopleProviderSignOut: {
    ...open,
    path: "/people/provider_sign_out",
    requestType: "application/x-www-form-urlencoded",
    unknownFields: "ignore",
    summary: "End the sessions that a logout token names; the sign-in provider sends it when a person signs out there",
    request: peopleProviderSignOutRequest,
    response: peopleProviderSignOutResponse,
  },
} as const satisfies Record<string, Endpoint>;
