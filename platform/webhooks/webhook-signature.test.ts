import { expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { systemIds } from "../ids.ts";
import { newWebhookSecret, signatureHeaders } from "./webhook-signature.ts";

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
