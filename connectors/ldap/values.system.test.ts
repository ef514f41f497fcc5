import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Scalar, TargetObject } from "#connectors/contract/index.ts";
import { makeCertificate } from "#test/support/certificate.ts";
import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

import { Bench, type Calls } from "../contract/kit/bench.ts";
import ldap from "./ldap.ts";

const people = "ou=people,dc=example,dc=test";
// The second value is bytes that are also valid text, the third begins with a byte order mark.
const photos = [
  Buffer.from("ffd8ffe000104a46", "hex"),
  Buffer.from("\0\u0001ABC", "utf8"),
  Buffer.from("efbbbf414243", "hex"),
];

let directory: OpenLdap;
let bench: Bench;
let calls: Calls;
let der: Buffer;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "values-"));
  const { certificate } = await makeCertificate(folder);
  der = new X509Certificate(readFileSync(certificate)).raw;
  rmSync(folder, { recursive: true, force: true });
  directory = await startOpenLdap({
    ldif: `dn: uid=photo,${people}
objectClass: inetOrgPerson
uid: photo
cn: photo
cn;lang-de: Bild
cn;lang-fr: image
sn: x
${photos.map((photo) => `jpegPhoto:: ${photo.toString("base64")}`).join("\n")}
userCertificate;binary:: ${der.toString("base64")}
`,
  });
  const accountAttributes = ["uid", "commonName", "jpegPhoto", "userCertificate", "description", "displayName"];
  const { url, baseDN, groupsDN, admin } = directory;
  bench = new Bench(ldap, {
    address: { url, baseDN, accountsDN: people, groupsDN, accountAttributes },
    credentials: [{ role: "admin", login: admin.dn, secret: admin.password }],
    stop: () => {},
  });
  calls = (await bench.begin()).calls;
});
afterAll(async () => {
  await bench?.clear();
  await directory?.stop();
});

async function read(name = "photo", attributes?: readonly string[]): Promise<TargetObject["attributes"]> {
  const found = await calls.get({ type: "account", ref: { name }, ...(attributes && { attributes }) });
  return found?.attributes ?? {};
}
const base64 = (values: readonly Scalar[] = []) =>
  values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : `no bytes: ${value}`));

test("an attribute with options is the one that was asked for, and what is of one language stands beside it", async () => {
  const { userCertificate, ...others } = await read();
  expect(base64(userCertificate)).toEqual([der.toString("base64")]);
  expect(others).toMatchObject({ commonName: ["photo"], "commonName;lang-de": ["Bild"] });
  expect(others).toMatchObject({ "commonName;lang-fr": ["image"] });
  expect(await read("photo", ["cn;lang-de"])).toMatchObject({ "cn;lang-de": ["Bild"] });
  expect(base64((await read("photo", ["userCertificate;binary"]))["userCertificate;binary"])).toHaveLength(1);
});

test("a listing shows the same", async () => {
  const listed = [];
  for await (const { items } of calls.list({ type: "account", pageSize: 10 })) listed.push(...items);
  expect(listed.map(({ attributes }) => attributes)).toEqual([await read()]);
});

test("values are bytes by the schema, whatever they look like, and stay so when they are written back", async () => {
  const expected = photos.map((photo) => photo.toString("base64"));
  const before = (await read())["jpegPhoto"];
  expect(base64(before)).toEqual(expected);
  const ref = { name: "photo" };
  const replace = async (attr: string, values: readonly (string | Uint8Array)[]) =>
    calls.update({ type: "account", ref, deltas: [{ attr, replace: values }] });
  await replace("jpegPhoto", base64(before));
  expect(base64((await read())["jpegPhoto"])).toEqual(expected);
  await replace("jpegPhoto", before as Uint8Array[]);
  expect(base64((await read())["jpegPhoto"])).toEqual(expected);
  await bench.refusal(() => replace("jpegPhoto", ["no base64!"]), "invalidValue");
  await replace("userCertificate", base64((await read())["userCertificate"]));
  expect(base64((await read())["userCertificate"])).toEqual([der.toString("base64")]);
  const remove = [{ attr: "jpegPhoto", remove: [expected[1] ?? ""] }];
  await calls.update({ type: "account", ref, deltas: remove });
  await calls.update({ type: "account", ref, deltas: remove });
  expect(base64((await read())["jpegPhoto"])).toEqual([expected[0], expected[2]]);
});

test("a new account has them too", async () => {
  const attributes = { jpegPhoto: [photos[1]?.toString("base64") ?? ""], userCertificate: [der] };
  const account = await calls.create({ type: "account", name: "made", attributes });
  expect(base64(account.attributes["jpegPhoto"])).toEqual(attributes.jpegPhoto);
  expect(base64(account.attributes["userCertificate"])).toEqual([der.toString("base64")]);
});

test("the schema says which attributes are bytes, and which have one value", async () => {
  const account = (await calls.schema()).find(({ type }) => type === "account");
  const of = (name: string) => account?.attributes.find((one) => one.name === name);
  expect([of("jpegPhoto"), of("userCertificate"), of("displayName"), of("description")]).toMatchObject([
    { kind: "binary", multi: true },
    { kind: "binary", multi: true },
    { kind: "string", multi: false },
    { kind: "string", multi: true },
  ]);
});
