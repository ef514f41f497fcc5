import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { readResponse } from "#platform/saml/read-response.ts";
import { ServiceSaml } from "#platform/saml/saml.ts";
import type { AnswerParts } from "#test/support/identity-provider.ts";
import {
  type BegunSaml,
  handleIn,
  openSamlRoom,
  samlDoor,
  samlIssuer,
  type SamlRoom,
} from "#test/support/saml-room.ts";
import { wrappings } from "#test/support/wrapped-signatures.ts";

const clock = new ManualClock(Date.now());
const { audience, destination } = samlDoor();
const minuteMs = 60_000;
const person = "anna";
let room: SamlRoom;

beforeAll(async () => {
  room = await openSamlRoom(clock);
  for (const id of [person, "locked", "disabled", "without-right"])
    await room.api.addUser(id, id === "without-right" ? { classes: [] } : {});
  await shutOut("locked", { locked: true, lockedBy: "administrator" });
  await shutOut("disabled", { disabled: true });
});
afterAll(() => room.close());
beforeEach(() => clock.set(Date.now()));

async function shutOut(id: string, how: object): Promise<void> {
  const { store } = room.api;
  const [user] = await store.select("users", { where: { id } });
  await store.transaction(() => store.save("users", { key: user?.key ?? "", ...how }));
}

const failed = { end: "DENY", error: { code: "SIGN_IN_FAILED", message: "Signing in has failed." } };
const answer = (begun: Pick<BegunSaml, "requestId">, parts: AnswerParts = {}) =>
  room.answerTo(begun, { nameId: person, ...parts });

interface Attack {
  readonly xml: string;
  readonly relayState?: string;
  readonly provider?: string;
}

/** An attack and its fault, as the audit records it. */
type AttackRow = readonly [name: string, fault: RegExp | null, attack: (begun: BegunSaml) => Promise<Attack>];

/** Returns an answer that differs from a good one in its content. */
const said = (name: string, fault: RegExp | null, parts: AnswerParts): AttackRow => [
  name,
  fault,
  async (begun) => ({ xml: await answer(begun, parts) }),
];

/** Returns an answer that was changed in transit. */
const changed = (name: string, fault: RegExp, change: (xml: string) => string, parts: AnswerParts = {}): AttackRow => [
  name,
  fault,
  async (begun) => ({ xml: change(await answer(begun, parts)) }),
];

const nobody = { nameId: "nobody" };
const forgery = Object.entries(wrappings).map(([name, wrap]) =>
  changed(`wrapped: ${name}`, /each once|given twice/, (xml) => wrap(xml, person), nobody),
);

/** Attacks. Each uses up its RelayState, and the sign-in that waits for it continues and fails. */
const attacks: readonly AttackRow[] = [
  said("for another audience", /audience mismatch/, { audience: "https://elsewhere.example" }),
  said("signed by nobody", /each once/, { signAssertion: false, signResponse: false }),
  said("of which the assertion alone is signed", /each once/, { signResponse: false }),
  said("of which the assertion is not signed", /each once/, { signAssertion: false }),
  ...forgery,
  changed("with a comment in the name", /comment/, (xml) => xml.replace("anna.evil", "anna<!-- -->.evil"), {
    nameId: "anna.evil",
  }),
  changed("with another name than was signed", /signature/, (xml) => xml.replace(">nobody<", `>${person}<`), nobody),
  changed(
    "with another status than was signed",
    /signature/,
    (xml) => xml.replace("status:AuthnFailed", "status:Success"),
    {
      samlStatusCode: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed",
    },
  ),
  [
    "that is over",
    /expired|No valid subject/,
    async (begun) => {
      const xml = await answer(begun, { lifetimeInSeconds: 60 });
      clock.advance(2 * minuteMs);
      return { xml };
    },
  ],
  [
    "that is not good yet",
    /not yet valid/,
    async (begun) => {
      clock.advance(-2 * minuteMs);
      return { xml: await answer(begun) };
    },
  ],
  [
    "signed by another key, whose certificate lies in it",
    /signature/,
    async (begun) => ({ xml: await room.answerTo(begun, { nameId: person }, room.stranger) }),
  ],
  said("to a request that was never made", /InResponseTo/, { inResponseTo: "_unknown" }),
  ["to the request of another sign-in", /InResponseTo/, async () => ({ xml: await answer(await room.begin()) })],
  [
    "with the RelayState of another sign-in",
    null,
    async (begun) => ({ xml: await answer(begun), relayState: (await room.begin()).relayState }),
  ],
  changed("to no request", /InResponseTo/, (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, "")),
  said("for another destination", /elsewhere/, { destination: `${destination}x`, recipient: destination }),
  said("for another recipient", /confirmation/, { recipient: `${destination}x` }),
  said("of another issuer", /another issuer/, { issuer: "https://elsewhere.example" }),
  said("that tells of a failure", /failure/, { samlStatusCode: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed" }),
  said("signed by SHA-1", /algorithm/, { signatureAlgorithm: "rsa-sha1" }),
  said("with a digest by SHA-1", /algorithm/, { digestAlgorithm: "sha1" }),
  changed("with a type of document", /type of document/, (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`),
  ["of another provider", /another identity/, async (begun) => ({ xml: await answer(begun), provider: "other" })],
  changed("that is no XML", /well-formed/, () => "<a>&b;"),
  changed("that is very deep", /deeper/, () => "<a>".repeat(30_000)),
  changed("that is nothing", /base64/, () => ""),
  said("that names nobody whom we know", null, { nameId: "nobody" }),
  said("that names somebody who is locked", null, { nameId: "locked" }),
  said("that names somebody who is disabled", null, { nameId: "disabled" }),
  said("that names somebody whom the policy does not let in", null, { nameId: "without-right" }),
];

describe("an answer", () => {
  // @specification 5.saml-failure
  it.each(attacks)("%s proves nobody, and no more is said than that it has failed", async (_name, fault, attack) => {
    const begun = await room.begin();
    const { xml, provider, relayState = begun.relayState } = await attack(begun);
    const brought = await room.bring(xml, relayState, provider);
    expect(brought.status).toBe(303);
    if (relayState !== begun.relayState) {
      // It belonged to another sign-in; this one still waits.
      expect((await room.goOn(begun.handle, begun.cookie)).json.redirect).toContain("SAMLRequest");
      expect((await room.goOn(handleIn(brought), begun.cookie)).json.error.code).toBe("SIGN_IN_ATTEMPT_OVER");
      return;
    }
    const { sessions, state } = await room.memoryOf(begun);
    if (fault === null) expect(state?.["fault"]).toBeNull();
    else expect([sessions, state?.["fault"]]).toEqual([{}, expect.stringMatching(fault)]);
    const { status, json } = await room.goOn(handleIn(brought), begun.cookie);
    expect([status, json]).toEqual([401, failed]);
    expect((await room.memoryOf(begun)).sessions).toEqual({});
  });

  // @specification 5.relay-state
  it.each<[string, (begun: BegunSaml) => Promise<Attack>]>([
    [
      "that was brought before",
      async (begun) => {
        const xml = await answer(begun);
        await room.bring(xml, begun.relayState);
        return { xml };
      },
    ],
    ["with an unknown RelayState", async (begun) => ({ xml: await answer(begun), relayState: "x".repeat(32) })],
    ["with a RelayState of 80 bytes", async (begun) => ({ xml: await answer(begun), relayState: "x".repeat(80) })],
    ["with one of 79 characters in more bytes", async () => ({ xml: "<a/>", relayState: "é".repeat(79) })],
    ["without RelayState", async (begun) => ({ xml: await answer(begun), relayState: "" })],
    [
      "after ten minutes",
      async (begun) => {
        const xml = await answer(begun);
        clock.advance(10 * minuteMs);
        return { xml };
      },
    ],
  ])("%s is told that the sign-in is over", async (_name, attack) => {
    const begun = await room.begin();
    const { xml, relayState = begun.relayState } = await attack(begun);
    const refused = await room.bring(xml, relayState);
    expect([refused.status, refused.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(refused.text).toContain("This sign-in has ended");
  });

  it("is taken once where it comes twice at the same time", async () => {
    const begun = await room.begin();
    const xml = await answer(begun);
    const both = await Promise.all([room.bring(xml, begun.relayState), room.bring(xml, begun.relayState)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  it("of more than 256 KiB is not read", async () => {
    const begun = await room.begin();
    expect((await room.bring("<a/>".repeat(60_000), begun.relayState)).status).toBe(413);
  });
});

describe("another browser", () => {
  it("than the one that began does not go on, though it has brought the answer", async () => {
    const begun = await room.begin();
    const others = await room.begin();
    const brought = await room.bring(await answer(begun), begun.relayState);
    const { status, json } = await room.goOn(handleIn(brought), others.cookie);
    expect([status, json.error.code]).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });

  it("than the one that has brought the answer does not go on, though it began", async () => {
    const begun = await room.begin();
    await room.bring(await answer(begun), begun.relayState);
    const { status, json } = await room.goOn(begun.handle, begun.cookie);
    expect([status, json.error.code]).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });
});

describe("what is signed", () => {
  const request = { id: "_request", nowMs: clock.now() };
  const trust = () => ({
    entryPoint: "https://provider.example/sso",
    issuer: samlIssuer,
    entityId: audience,
    answerAddress: destination,
    certificates: [room.provider.certificate],
    signatureAlgorithms: ["rsa-sha256"] as const,
    clockSkewSeconds: 30,
  });
  const signed = (parts: AnswerParts = {}) => answer({ requestId: request.id }, parts);
  const encoded = (xml: string) => Buffer.from(xml).toString("base64");

  it.each(Object.entries(wrappings))("is all that the library takes behind our own look: %s", async (_name, wrap) => {
    const saml = new ServiceSaml(trust(), { ...request, nowMs: clock.now() });
    const SAMLResponse = encoded(wrap(await signed(nobody), person));
    const named = await saml.validatePostResponseAsync({ SAMLResponse }).then(
      ({ profile }) => profile?.nameID,
      () => undefined,
    );
    expect(named).not.toBe(person);
  });

  it("is taken by the keys of a provider that changes them", async () => {
    const certificates = [room.stranger.certificate, room.provider.certificate];
    const read = await readResponse(
      { ...trust(), certificates },
      { ...request, nowMs: clock.now() },
      encoded(await signed()),
    );
    expect(read.nameId).toBe(person);
  });

  it("is taken within the time by which clocks may be off", async () => {
    const xml = encoded(await signed());
    const at = (aside: number) => readResponse(trust(), { ...request, nowMs: clock.now() + aside }, xml);
    await expect(at(-29_000)).resolves.toMatchObject({ nameId: person });
    await expect(at(5 * minuteMs + 29_000)).resolves.toMatchObject({ nameId: person });
    await expect(at(-31_000)).rejects.toThrow("not yet valid");
    await expect(at(5 * minuteMs + 31_000)).rejects.toThrow();
  });
});
