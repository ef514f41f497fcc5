import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { systemIds } from "#platform/ids.ts";
import { newWebhookSecret, signatureHeaders } from "#platform/webhooks/webhook-signature.ts";

import { projectRoot } from "../support/source-files.ts";

type Verify = (headers: Record<string, string>, body: string, secret: string, nowMs?: number) => unknown;

const nowMs = 1_767_225_600_000;
const body = '{"specversion":"1.0","id":"7"}';
const secret = newWebhookSecret(systemIds);
const text = secret.use((plain) => plain);
const headers = { ...signatureHeaders({ id: "7", timestamp: nowMs / 1000, body }, [secret]) };
let folder: string;
let verify: Verify;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-webhook-document-"));
  const document = readFileSync(join(projectRoot, "docs/webhooks.md"), "utf8");
  const [, code = ""] = /```js\n(.*?)```/s.exec(document) ?? [];
  const file = join(folder, "verify.mjs");
  writeFileSync(file, code);
  ({ verifyWebhook: verify } = (await import(pathToFileURL(file).href)) as { verifyWebhook: Verify });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the receiver in docs/webhooks.md", () => {
  it("takes what Gatehouse signs, also while the secret is being changed", () => {
    expect(verify(headers, body, text, nowMs)).toEqual({ specversion: "1.0", id: "7" });
    const both = signatureHeaders({ id: "7", timestamp: nowMs / 1000, body }, [newWebhookSecret(systemIds), secret]);
    expect(verify({ ...both }, body, text, nowMs)).toEqual({ specversion: "1.0", id: "7" });
  });

  it("takes the published example of Standard Webhooks", () => {
    const published = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    expect(verify(published, '{"test": 2432232314}', key, 1_614_265_330_000)).toEqual({ test: 2_432_232_314 });
  });

  it.each<[string, Record<string, string>, string, number]>([
    ["another body", {}, body.replace("7", "8"), 0],
    ["another id", { "webhook-id": "8" }, body, 0],
    ["another time", { "webhook-timestamp": String(nowMs / 1000 + 1) }, body, 0],
    ["no number as time", { "webhook-timestamp": "soon" }, body, 0],
    ["another version", { "webhook-signature": (headers["webhook-signature"] ?? "").replace("v1", "v2") }, body, 0],
    ["no signature", { "webhook-signature": "" }, body, 0],
    ["five minutes too late", {}, body, 301_000],
    ["five minutes too early", {}, body, -301_000],
  ])("refuses %s", (_name, changed, given, shiftMs) => {
    expect(() => verify({ ...headers, ...changed }, given, text, nowMs + shiftMs)).toThrow();
  });

  it("refuses what another secret has signed", () => {
    const other = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").use((plain) => plain);
    expect(() => verify(headers, body, other, nowMs)).toThrow("the signature does not fit");
  });
});
