import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { removeClient } from "#operations/clients/change-clients.ts";
import { runFor } from "#operations/kernel/run-operation.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { answerOf, pageBrowser } from "#test/support/authorization-page.ts";
import { basic, operator, pkce, register } from "#test/support/registered-clients.ts";

const clock = new ManualClock();
const back = "https://partner.example/back";
const request = { client_id: "partner", redirect_uri: back, scope: "api", state: "s" };
let api: TestApi;
let secret = "";
let count = 0;
let person: Row<"users">;

const registerPartner = async () => {
  const grants = ["authorization_code", "refresh_token"];
  const redirectUris = [back];
  secret = await register(api.context, {
    id: "partner",
    displayName: "<Partner>",
    grants,
    redirectUris,
    scopes: ["api", "openid"],
  });
};

beforeAll(async () => {
  api = await openTestApi({ clock });
  await registerPartner();
  const ours = { grants: ["authorization_code"], redirectUris: [back], firstParty: true };
  await register(api.context, { id: "ours", isPublic: true, ...ours });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`);
});

const right = () => ({ userName: person.id, password: `password-of-${person.id}` });
const open = () => pageBrowser(api, request);
/** Signs in. Returns the page after that, and a function that submits the consent. */
async function signIn(fields = {}) {
  const browser = open();
  const page = await browser.submit(await browser.begin(fields), right());
  return { page, say: (consent: string) => browser.submit(page, { consent }) };
}
const isAsked = ({ status, text }: TestAnswer) => status === 200 && text.includes('name="consent" value="allow"');
const exchange = async (answer: TestAnswer) => {
  const form = { grant_type: "authorization_code", code: answerOf(answer).get("code") ?? "", redirect_uri: back };
  const headers = { authorization: basic("partner", secret) };
  return (
    await api.send("POST", "/identity/connect/token", { form: { ...form, code_verifier: pkce.verifier }, headers })
  ).json;
};
const works = async (token: string) =>
  (await api.send("GET", "/identity/connect/userinfo", { headers: { authorization: `Bearer ${token}` } })).status ===
  200;
const consents = async (as = person.id) => (await api.send("GET", `/v2/users(${person.key})/consents`, { as })).json;
const withdraw = (as = person.id, clientId = "partner") =>
  api.send("POST", `/v2/users(${person.key})/withdrawConsent`, { as, body: { clientId } });

describe("an application of others", () => {
  it("is let in after the password, when its user agrees, and is not asked about again", async () => {
    const { page, say } = await signIn();
    expect(isAsked(page)).toBe(true);
    expect(page.text).toContain("&lt;Partner&gt; asks whether it may");
    expect(page.text).not.toMatch(/<script/i);
    const answer = await say("allow");
    expect([answer.status, answerOf(answer).get("state")]).toEqual([303, "s"]);
    expect(await works((await exchange(answer)).access_token)).toBe(true);
    expect((await signIn()).page.status).toBe(303);
    expect((await consents()).value).toMatchObject([{ userKey: person.key, clientId: "partner", scopes: ["api"] }]);
  });

  it("hears access_denied where its user refuses, and is asked about again", async () => {
    const { say } = await signIn();
    const answer = await say("refuse");
    expect(Object.fromEntries(answerOf(answer))).toMatchObject({ error: "access_denied", state: "s" });
    expect(answerOf(answer).get("code")).toBeNull();
    expect(isAsked((await signIn()).page)).toBe(true);
    expect((await say("allow")).status).toBe(400);
    expect((await consents()).value).toEqual([]);
    const [row] = await api.store.select("sesslog_full", {
      where: { operation: "LGAC", recipient: person.key, result: "F" },
    });
    expect(row?.message).toContain("CONSENT_REFUSED");
  });

  it("is asked about again when it wants more, or wants it asked", async () => {
    await (await signIn()).say("allow");
    const more = await signIn({ scope: "api openid" });
    expect(isAsked(more.page)).toBe(true);
    await more.say("allow");
    expect((await signIn()).page.status).toBe(303);
    expect(isAsked((await signIn({ prompt: "consent" })).page)).toBe(true);
  });

  it("tells when its user signed in, not when they agreed", async () => {
    const seconds = Math.floor(clock.now() / 1000);
    const { say } = await signIn({ scope: "openid", max_age: "0", prompt: "login" });
    clock.advance(60_000);
    const { id_token: token } = await exchange(await say("allow"));
    expect(decodeJwt(token)).toMatchObject({ auth_time: seconds, iat: seconds + 60 });
  });

  it("is not let in without a password, or for another answer", async () => {
    const browser = open();
    const first = await browser.begin();
    expect((await browser.submit(first, { consent: "allow" })).status).toBe(400);
    const asked = await browser.submit(first, right());
    expect(isAsked(asked)).toBe(true);
    expect(answerOf(await browser.submit(asked, { consent: "yes" })).get("error")).toBe("access_denied");
  });

  it("is not let in when its user was disabled while they were asked", async () => {
    const { say } = await signIn();
    await api.store.transaction(() => api.store.save("users", { key: person.key, disabled: true }));
    const { status, headers } = await say("allow");
    expect([status, headers["location"]]).toEqual([400, undefined]);
  });

  it("says no more of others: who may not sign in is not asked", async () => {
    const { id } = await api.addUser(`${person.id}-no-rest`, { classes: [] });
    const browser = open();
    const page = await browser.submit(await browser.begin(), { userName: id, password: `password-of-${id}` });
    expect([page.status, isAsked(page)]).toEqual([400, false]);
  });
});

describe("an application of the service's own", () => {
  it("is not asked about, unless it wants that", async () => {
    const browser = pageBrowser(api, { ...request, client_id: "ours" });
    expect((await browser.submit(await browser.begin(), right())).status).toBe(303);
    expect(isAsked(await browser.submit(await browser.begin({ prompt: "consent" }), right()))).toBe(true);
  });
});

describe("what was agreed to", () => {
  it("is withdrawn by its user, which ends the application's sessions", async () => {
    const tokens = await exchange(await (await signIn()).say("allow"));
    const mine = await api.tokenOf(person.id);
    expect([(await withdraw()).status, await works(tokens.access_token), await works(mine)]).toEqual([
      200,
      false,
      true,
    ]);
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
    const headers = { authorization: basic("partner", secret) };
    expect((await api.send("POST", "/identity/connect/token", { form, headers })).json.error).toBe("invalid_grant");
    expect(isAsked((await signIn()).page)).toBe(true);
    const again = await withdraw();
    expect([again.status, again.json.error.code]).toEqual([404, "CONSENT_NONE"]);
  });

  it("is nobody else's but superusers'", async () => {
    await (await signIn()).say("allow");
    const other = await api.addUser(`${person.id}-other`);
    const refused = await api.send("GET", `/v2/users(${person.key})/consents`, { as: other.id });
    expect([refused.status, (await withdraw(other.id)).status]).toEqual([403, 403]);
    expect((await withdraw(person.id, "")).status).toBe(400);
    expect((await consents("root")).value).toHaveLength(1);
    expect((await withdraw("root")).status).toBe(200);
  });

  it("is nothing that another application of the same id may have", async () => {
    await (await signIn()).say("allow");
    await removeClient(runFor(api.context, operator), "partner");
    await registerPartner();
    expect(isAsked((await signIn()).page)).toBe(true);
  });
});
