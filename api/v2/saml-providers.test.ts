import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { makeCertificate } from "#test/support/certificate.ts";
import { openIdentityProvider } from "#test/support/identity-provider.ts";

const path = "/v2/samlProviders";
let api: TestApi;
let certificate = "";
let elliptic = "";

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("anna");
  ({ certificate } = await openIdentityProvider());
  elliptic = readFileSync((await makeCertificate(api.folder)).certificate, "utf8");
});
afterAll(() => api.close());

const given = (part: object = {}) => ({
  id: "corp",
  issuer: "https://p.example/saml",
  entryPoint: "https://p.example/sso",
  certificates: [certificate],
  ...part,
});
const add = (part: object = {}, as = "root") => api.send("POST", path, { as, body: given(part) });

describe("an identity provider", () => {
  it.each<[string, () => object, string]>([
    ["an id with blanks", () => ({ id: "a b" }), "id"],
    ["no issuer", () => ({ issuer: "" }), "issuer"],
    ["an address in clear", () => ({ entryPoint: "http://p.example/sso" }), "entryPoint"],
    ["an address with a script", () => ({ entryPoint: "javascript:alert(1)" }), "entryPoint"],
    ["no certificate", () => ({ certificates: [] }), "certificates"],
    ["what is no certificate", () => ({ certificates: ["QUJD"] }), "certificates.0"],
    ["a certificate of another kind", () => ({ certificates: [elliptic] }), "certificates.0"],
    ["seventeen certificates", () => ({ certificates: Array(17).fill(certificate) }), "certificates"],
    ["SHA-1", () => ({ signatureAlgorithms: ["rsa-sha1"] }), "signatureAlgorithms.0"],
    ["a clock that is an hour off", () => ({ clockSkewSeconds: 3600 }), "clockSkewSeconds"],
    ["what is not known", () => ({ privateKey: "x" }), "privateKey"],
  ])("is not taken with %s", async (_name, part, target) => {
    const { status, json } = await add(part());
    const targets = [json.error.target, ...(json.error.details ?? []).map((one: { target: string }) => one.target)];
    expect([status, targets]).toEqual([400, expect.arrayContaining([target])]);
    expect(await api.store.count("samlProviders")).toBe(0);
  });

  it("is added, read, changed and removed by superusers", async () => {
    const body = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, "");
    const added = await add({ certificates: [body] });
    expect([added.status, added.json.certificates]).toEqual([201, [certificate]]);
    expect(added.json).toMatchObject({
      enabled: true,
      clockSkewSeconds: 30,
      nameAttribute: null,
      entityId: null,
      signatureAlgorithms: [],
    });
    expect((await add()).json.error.code).toBe("SAML_PROVIDER_EXISTS");
    const one = `${path}('corp')`;
    expect((await api.send("PATCH", one, { as: "root", body: { enabled: false } })).status).toBe(204);
    expect((await api.send("GET", one, { as: "root" })).json).toMatchObject({ id: "corp", enabled: false });
    for (const [method, where] of [
      ["GET", path],
      ["GET", one],
      ["PATCH", one],
      ["DELETE", one],
    ] as const)
      expect((await api.send(method, where, { as: "anna", ...(method === "PATCH" && { body: {} }) })).status).toBe(403);
    expect((await add({ id: "other" }, "anna")).status).toBe(403);
    expect((await api.send("DELETE", one, { as: "root" })).status).toBe(204);
    expect((await api.send("DELETE", one, { as: "root" })).status).toBe(404);
    expect((await api.send("PATCH", one, { as: "root", body: { enabled: true } })).status).toBe(404);
  });
});
