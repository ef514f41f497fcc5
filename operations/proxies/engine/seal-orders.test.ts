import { generateKeyPairSync } from "node:crypto";

import { compactDecrypt } from "jose";
import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { orderOf } from "#test/support/order.ts";

import { sealOrders } from "./seal-orders.ts";

test("secrets of an order print nothing of themselves before the seal, and stand in the sealed message", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const candidates = ["canary-1", "canary-3"].map((secret) => ({ key: `key-of-${secret.slice(-1)}`, secret }));
  const credentials = [{ role: "admin", login: "cn=admin", secret: "canary-1", candidates }];
  const order = orderOf({ connector: "sqlite", address: {}, credentials, password: "canary-2" });
  const attributes = { note: ["[secret]"] };
  expect(JSON.stringify(order)).not.toContain("canary");
  expect(order.password).toBeInstanceOf(Secret);

  const jwe = await sealOrders([{ ...order, attributes }], publicKey.export({ format: "jwk" }) as unknown as PublicKey);
  expect(jwe).not.toContain("canary");
  const { plaintext } = await compactDecrypt(jwe, privateKey);
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual([
    { ...order, credentials, password: "canary-2", attributes },
  ]);
});
