import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { pkce, registerThreeClients } from "#test/support/registered-clients.ts";

const back = "https://portal.example/signed-in?tenant=1";
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await registerThreeClients(api.context, back);
});
afterAll(() => api.close());

const address = "/identity/connect/authorize";
const request = {
  response_type: "code",
  client_id: "portal",
  redirect_uri: back,
  scope: "api openid",
  code_challenge: pkce.challenge,
  code_challenge_method: "S256",
};

it("an authorization request by a form is answered as one by its address", async () => {
  const { status, text, headers } = await api.send("POST", address, { form: request });
  expect([status, text]).toEqual([200, expect.stringContaining('name="password"')]);
  expect(String(headers["set-cookie"])).toContain("HttpOnly");
  const faulty = await api.send("POST", address, { form: { ...request, response_type: "token" } });
  expect([faulty.status, String(faulty.headers["location"])]).toEqual([
    303,
    expect.stringMatching(/^https:\/\/portal\.example\/.*error=unsupported_response_type/),
  ]);
});

it("scopes that nobody knows are left out of an authorization request", async () => {
  const query = new URLSearchParams({ ...request, scope: "openid profile email" });
  expect((await api.send("GET", `${address}?${query.toString()}`)).status).toBe(200);
});
