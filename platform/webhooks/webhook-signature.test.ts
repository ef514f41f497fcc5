import { describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { systemIds } from "../ids.ts";
import { isSignedBy, newWebhookSecret, signatureHeaders } from "./webhook-signature.ts";

const published = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' };

it("signs like the published example of Standard Webhooks", () => {
  expect(signatureHeaders(message, [published])).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("gives one signature per secret", () => {
  const other = newWebhookSecret(systemIds);
  const [first, second, ...more] = (signatureHeaders(message, [published, other])["webhook-signature"] ?? "").split(
    " ",
  );
  expect(first).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  expect(second).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(second).not.toBe(first);
  expect(more).toEqual([]);
});

it("makes secrets of 32 random bytes", () => {
  const texts = [newWebhookSecret(systemIds), newWebhookSecret(systemIds)].map((secret) => secret.use((text) => text));
  expect(texts[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(texts[1]).not.toBe(texts[0]);
});

describe("a message", () => {
  const signed = signatureHeaders(message, [published])["webhook-signature"] ?? "";
  it.each([
    ["no signature", ""],
    ["a signature of another version", signed.replace("v1,", "v2,")],
    ["a cut signature", signed.slice(0, -8)],
    ["another secret", signatureHeaders(message, [newWebhookSecret(systemIds)])["webhook-signature"] ?? ""],
    ["too many signatures", `${"v1,AAAA ".repeat(10)}${signed}`],
  ])("with %s is not signed", (_what, signatures) => {
    expect(isSignedBy(message, signatures, [published])).toBe(false);
  });

  it("that was changed, or has another time or ID, is not signed", () => {
    for (const part of [{ body: "{}" }, { timestamp: 1 }, { id: "other" }])
      expect(isSignedBy({ ...message, ...part }, signed, [published])).toBe(false);
  });

  it("is signed by one of several secrets, by one of several signatures", () => {
    const other = newWebhookSecret(systemIds);
    expect(isSignedBy(message, `v1,AAAA ${signed}`, [other, published])).toBe(true);
    expect(isSignedBy(message, signed, [])).toBe(false);
  });
});
