import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { AuthChain } from "#domain/chains/auth-chain.ts";
import { ManualClock } from "#platform/clock.ts";
import { askedOfProvider } from "#test/support/identity-provider.ts";
import { handleIn, openSamlRoom, samlDoor, type SamlRoom } from "#test/support/saml-room.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock(Date.now());
const person = "anna";
let room: SamlRoom;

beforeAll(async () => {
  room = await openSamlRoom(clock);
  const { api } = room;
  await api.addUser(person);
  const other = await api.addUser("bert");
  const mail = { userKey: other.key, name: "mail", value: "bert@corp.example" };
  await api.store.transaction(() => api.store.save("userAttributes", { key: api.context.ids.guid(), ...mail }));
});
afterAll(() => room.close());
beforeEach(async () => {
  clock.set(Date.now());
  await room.change("corp", { nameAttribute: null, userAttribute: null, enabled: true });
});

/** Signs in over the provider, which asserts `parts` of a user. */
async function signIn(parts: Parameters<SamlRoom["answerTo"]>[1]) {
  const begun = await room.begin();
  const brought = await room.bring(await room.answerTo(begun, parts), begun.relayState);
  return room.goOn(handleIn(brought), begun.cookie);
}

describe("signing in by an identity provider", () => {
  it("leads over its page and back to tokens", async () => {
    const { api } = room;
    const begun = await room.begin();
    const brought = await room.bring(await room.answerTo(begun, { nameId: person }), begun.relayState);
    const location = String(brought.headers["location"]);
    expect(location).toMatch(/^\/identity\/sign-in\/returned\?attempt=[\w-]{43}$/);
    // The page is for the user at the browser. The program continues, and the page does not show the handle.
    const shown = await api.send("GET", location, { headers: { "accept-language": "de" } });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("Dort geht es weiter.")]);
    expect(shown.text).not.toContain(handleIn(brought));
    const { status, json } = await room.goOn(handleIn(brought), begun.cookie);
    expect([status, json.end, json.tokens.token_type]).toEqual([200, "ALLOW", "Bearer"]);
    const headers = { authorization: `Bearer ${json.tokens.access_token}` };
    const info = await api.send("GET", "/identity/connect/userinfo", { headers });
    expect(info.json.username).toBe(person);
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: person, result: "S" } });
    expect(row?.recipient).toBe(info.json.sub);
    expect(await api.store.select("samlRequests")).toEqual([]);
  });

  it("signs in nobody who is not of its user class, and no superuser unless it may name them", async () => {
    const { api } = room;
    const end = async (nameId: string) => {
      const { json } = await signIn({ nameId });
      return [json.end, json.tokens === undefined];
    };
    const [allowed, denied] = [
      ["ALLOW", false],
      ["DENY", true],
    ];
    expect(await end("root")).toEqual(denied);
    await room.change("corp", { superusers: true });
    expect(await end("root")).toEqual(allowed);
    await api.send("POST", "/v2/userClasses", { as: "root", body: { id: "PARTNERS", description: "Partners" } });
    expect((await room.change("corp", { userClass: "NOBODY" })).json.error).toMatchObject({
      code: "USER_CLASS_UNKNOWN",
      target: "userClass",
    });
    await room.change("corp", { superusers: false, userClass: "PARTNERS" });
    expect(await end(person)).toEqual(denied);
    const [user] = await api.store.select("users", { where: { id: person } });
    const member = { userKey: user?.key };
    await api.send("POST", "/v2/userClasses('PARTNERS')/members", { as: "root", body: member });
    expect(await end(person)).toEqual(allowed);
    const removed = await api.send("DELETE", "/v2/userClasses('PARTNERS')", { as: "root" });
    expect([removed.status, removed.text]).toEqual([409, expect.stringContaining("the identity provider 'corp'")]);
    await room.change("corp", { userClass: null });
  });

  it("asks as data for a redirect and no field, with a request that says who we are and where to answer", async () => {
    const { json } = await room.api.send("POST", "/identity/sign-in/attempts", { body: { provider: "corp" } });
    const { request, relayState } = askedOfProvider(json.redirect);
    expect(json.fields).toEqual([]);
    expect(json.redirect).toMatch(/^https:\/\/provider\.example\/sso\?tenant=1&SAMLRequest=/);
    const { audience, destination } = samlDoor();
    for (const said of [audience, `AssertionConsumerServiceURL="${destination}"`]) expect(request).toContain(said);
    // A RelayState of more than 79 bytes that comes back is refused; ours never has as many.
    expect(relayState).toMatch(/^[\w-]{32}$/);
  });

  it("asks again of who comes back without an answer, for the same", async () => {
    const begun = await room.begin();
    const again = await room.goOn(begun.handle, begun.cookie);
    expect([again.status, askedOfProvider(again.json.redirect).requestId]).toEqual([200, begun.requestId]);
    const brought = await room.bring(await room.answerTo(begun, { nameId: person }), begun.relayState);
    expect((await room.goOn(handleIn(brought), begun.cookie)).status).toBe(200);
  });

  it("finds the user by an attribute of the assertion and one of the profile", async () => {
    await room.change("corp", { nameAttribute: "urn:mail", userAttribute: "mail" });
    const { json } = await signIn({ nameId: "whatever", attributes: { "urn:mail": "bert@corp.example" } });
    expect(json.end).toBe("ALLOW");
    expect((await signIn({ nameId: "bert@corp.example" })).json.end).toBe("DENY");
  });

  it("finds nobody where several have the name", async () => {
    const { api } = room;
    const [one, two] = [await api.addUser("twin1"), await api.addUser("twin2")];
    for (const { key } of [one, two]) {
      const attribute = { key: api.context.ids.guid(), userKey: key, name: "mail", value: "twin@corp.example" };
      await api.store.transaction(() => api.store.save("userAttributes", attribute));
    }
    await room.change("corp", { userAttribute: "mail" });
    expect((await signIn({ nameId: "twin@corp.example" })).json.end).toBe("DENY");
  });

  // @specification 5.saml-list
  it.each<[string, readonly string[], string]>([
    ["whose first is the user", [person, "nobody"], "ALLOW"],
    ["whose first is another", ["nobody", person], "DENY"],
    ["whose first is empty", ["", person], "DENY"],
    ["of one name", [person], "ALLOW"],
  ])("judges a list %s by its first element", async (_name, names, end) => {
    await room.change("corp", { nameAttribute: "names" });
    expect((await signIn({ nameId: "x", attributes: { names } })).json.end).toBe(end);
  });
});

describe("a step that fails", () => {
  const two: AuthChain = {
    name: "two-providers",
    description: "",
    purpose: "signIn",
    position: 1,
    first: "corp",
    selectors: [
      {
        expression: "provider",
        match: "equal",
        value: "both",
      },
    ],
    steps: {
      corp: {
        component: "saml",
        configuration: { provider: "corp" },
        outcomes: {
          passed: "other",
          failed: "DENY",
        },
      },
      other: {
        component: "saml",
        configuration: { provider: "other" },
        outcomes: {
          passed: "ALLOW",
          failed: "password",
        },
      },
      password: {
        component: "password",
        configuration: {},
        outcomes: {
          passed: "ALLOW",
          failed: "DENY",
        },
      },
    },
  };
  beforeAll(() => storeChain(room.api, two));

  // @specification 5.saml-failure
  it("clears what an earlier one has held of a session, before the next step begins", async () => {
    const begun = await room.begin("both");
    const good = await room.answerTo(begun, { nameId: person, sessionIndex: "s1" });
    const brought = await room.bring(good, begun.relayState);
    const asked = askedOfProvider((await room.goOn(handleIn(brought), begun.cookie)).json.redirect);
    expect((await room.memoryOf(begun)).sessions).toEqual({
      saml: { provider: "corp", identifier: person, nameId: person, sessionIndex: "s1" },
    });
    const forged = await room.answerTo(asked, { nameId: person, ...samlDoor("other") }, room.stranger);
    const failed = await room.bring(forged, asked.relayState, "other");
    expect((await room.memoryOf(begun)).sessions).toEqual({});
    const next = await room.goOn(handleIn(failed), begun.cookie);
    expect(next.json.fields.map(({ name }: { name: string }) => name)).toEqual(["password"]);
    expect((await room.memoryOf(begun)).sessions).toEqual({});
  });

  it("clears it too where the answer was good and names nobody", async () => {
    const begun = await room.begin("both");
    const brought = await room.bring(await room.answerTo(begun, { nameId: person }), begun.relayState);
    const asked = askedOfProvider((await room.goOn(handleIn(brought), begun.cookie)).json.redirect);
    const answer = await room.answerTo(asked, { nameId: "nobody", ...samlDoor("other") });
    const last = await room.bring(answer, asked.relayState, "other");
    expect((await room.goOn(handleIn(last), begun.cookie)).status).toBe(200);
    expect((await room.memoryOf(begun)).sessions).toEqual({});
  });

  it("or proves another person than the one before, lets nobody in", async () => {
    const begun = await room.begin("both");
    const brought = await room.bring(await room.answerTo(begun, { nameId: person }), begun.relayState);
    const asked = askedOfProvider((await room.goOn(handleIn(brought), begun.cookie)).json.redirect);
    const answer = await room.answerTo(asked, { nameId: "bert", ...samlDoor("other") });
    const last = await room.bring(answer, asked.relayState, "other");
    expect((await room.goOn(handleIn(last), begun.cookie)).json.end).toBe("DENY");
  });
});

describe("a provider", () => {
  const failed = { end: "DENY", error: { code: "SIGN_IN_FAILED", message: "Signing in has failed." } };

  it.each(["unknown", "corp"])("that there is none of, or that is disabled (%s), signs nobody in", async (id) => {
    await room.change("corp", { enabled: false });
    const { status, json } = await room.api.send("POST", "/identity/sign-in/attempts", { body: { provider: id } });
    expect([status, json]).toEqual([401, failed]);
  });

  it("that is disabled meanwhile signs nobody in", async () => {
    const begun = await room.begin();
    const brought = await room.bring(await room.answerTo(begun, { nameId: person }), begun.relayState);
    await room.change("corp", { enabled: false });
    expect((await room.goOn(handleIn(brought), begun.cookie)).json).toEqual(failed);
  });

  it("finds what it has to know of us in our metadata", async () => {
    const { status, headers, text } = await room.api.send("GET", "/identity/saml/corp/metadata");
    expect([status, headers["content-type"]]).toEqual([200, "application/samlmetadata+xml; charset=utf-8"]);
    const { audience, destination } = samlDoor();
    for (const said of [`entityID="${audience}"`, `Location="${destination}"`, 'WantAssertionsSigned="true"'])
      expect(text).toContain(said);
    expect((await room.api.send("GET", "/identity/saml/unknown/metadata")).status).toBe(404);
  });
});
