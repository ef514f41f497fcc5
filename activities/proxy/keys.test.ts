import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CompactEncrypt, importJWK } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";

import { type Outcome, outcomesText, outcomeText } from "#domain/requests/order.ts";

import { openProxyKeys } from "./keys.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-keys-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("keys are made once, and only their owner can read them", () => {
  const first = openProxyKeys(folder);
  expect(openProxyKeys(folder).signingKey).toEqual(first.signingKey);
  expect(statSync(join(folder, "proxy-keys.json")).mode & 0o777).toBe(0o600);
  expect(Object.keys(first.signingKey).toSorted()).toEqual(["crv", "kty", "x"]);
});

test("a file that holds no keys is reported with its path and the way out", () => {
  writeFileSync(join(folder, "proxy-keys.json"), "{}");
  expect(() => openProxyKeys(folder)).toThrow(/proxy-keys\.json.*enrol the proxy again/);
});

test("outcomes are signed together, over proxy, operation, send number and result of each, and over their order", () => {
  const keys = openProxyKeys(folder);
  const outcomes = [1, 2].map((sends) => ({ operationKey: "o1", sends, result: "S" }) as const);
  const signature = Buffer.from(keys.signOutcomes("p1", outcomes), "base64url");
  const key = createPublicKey({ key: { ...keys.signingKey }, format: "jwk" });
  const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
  const isSigned = (proxyId: string, some: readonly Outcome[]) => {
    const text = outcomesText(
      proxyId,
      some.map((outcome) => hash(outcomeText(proxyId, outcome))),
    );
    return verify(null, Buffer.from(text), key, signature);
  };
  expect(isSigned("p1", outcomes)).toBe(true);
  expect(isSigned("p2", outcomes)).toBe(false);
  expect(isSigned("p1", outcomes.slice(1))).toBe(false);
  expect(isSigned("p1", outcomes.toReversed())).toBe(false);
  expect(isSigned("p1", [{ operationKey: "o1", sends: 1, result: "X" }, ...outcomes.slice(1)])).toBe(false);
});

test("sealed orders open with the keys they were sealed to, and with no others", async () => {
  const keys = openProxyKeys(join(folder, "one"));
  const others = openProxyKeys(join(folder, "two"));
  const candidates = ["canary", "canary-2"].map((secret, index) => ({ key: `entry-${index}`, secret }));
  const credential = { role: "admin", login: "cn=admin", secret: "canary", candidates };
  const order = { operationKey: "o1", credentials: [credential], password: "new", currentPassword: "old" };
  const jwe = await new CompactEncrypt(Buffer.from(JSON.stringify([order])))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" })
    .encrypt(await importJWK({ ...keys.sealingKey }, "ECDH-ES"));
  expect(jwe).not.toContain("canary");
  const [opened] = await keys.openOrders(jwe);
  const printed = "[secret]";
  expect(JSON.parse(JSON.stringify(opened))).toEqual({
    operationKey: "o1",
    credentials: [
      { ...credential, secret: printed, candidates: candidates.map(({ key }) => ({ key, secret: printed })) },
    ],
    password: printed,
    currentPassword: printed,
  });
  const { secret, candidates: both = [] } = opened?.credentials[0] ?? {};
  const boxes = [secret, ...both.map((one) => one.secret), opened?.password, opened?.currentPassword];
  expect(boxes.map((box) => box?.use((plaintext) => plaintext))).toEqual([
    "canary",
    "canary",
    "canary-2",
    "new",
    "old",
  ]);
  await expect(others.openOrders(jwe)).rejects.toThrow();
  const [head, , iv, text, tag] = jwe.split(".");
  const altered = `${text?.startsWith("A") ? "B" : "A"}${text?.slice(1)}`;
  await expect(keys.openOrders([head, "", iv, altered, tag].join("."))).rejects.toThrow();
});
