import { describe, expect, test } from "vitest";

import { clientProblems, type ClientTraits } from "./token-grants.ts";

const service: ClientTraits = {
  isPublic: false,
  firstParty: false,
  grants: ["client_credentials"],
  scopes: ["api"],
  redirectUris: [],
  postLogoutRedirectUris: [],
  actsAsUser: true,
};
const native: ClientTraits = {
  isPublic: true,
  firstParty: false,
  grants: ["authorization_code", "refresh_token"],
  scopes: ["api", "openid"],
  redirectUris: ["http://127.0.0.1/cb"],
  postLogoutRedirectUris: [],
  actsAsUser: false,
};

describe("clientProblems", () => {
  test("finds none in a service, a native application and the first-party client", () => {
    const ours: ClientTraits = { ...native, firstParty: true, grants: ["password", "refresh_token"], redirectUris: [] };
    expect([service, native, { ...ours, scopes: ["api"] as const }].flatMap(clientProblems)).toEqual([]);
  });

  test.each<[string, ClientTraits]>([
    ["client_credentials needs a client with a secret", { ...service, isPublic: true }],
    ["client_credentials needs the user as whom", { ...service, actsAsUser: false }],
    ["authorization_code needs a return address", { ...native, redirectUris: [] }],
    ["password is for first-party clients only", { ...native, grants: ["password"], redirectUris: [] }],
    ["refresh_token needs one of password, authorization_code", { ...service, grants: ["refresh_token"] }],
    ["the scope openid is given by none", { ...service, scopes: ["api", "openid"] }],
    [
      "return addresses are for the grant authorization_code only",
      { ...service, redirectUris: ["https://a.example/"] },
    ],
    [
      "addresses to return to after signing out are for the grant authorization_code only",
      { ...service, postLogoutRedirectUris: ["https://a.example/"] },
    ],
    ["a user is for the grant client_credentials only", { ...native, actsAsUser: true }],
  ])("%s", (problem, client) => {
    expect(clientProblems(client).join("\n")).toContain(problem);
  });
});
