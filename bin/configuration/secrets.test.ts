import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import { openSecrets, secretName, secretReference } from "./secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, "secrets.yaml");
  writeFileSync(file, text);
  return file;
}

it.each<readonly [string, unknown, unknown]>([
  ["a name of the environment", { $secret: { env: "LDAP_PASSWORD" } }, { env: "LDAP_PASSWORD" }],
  ["a file", { $secret: { file: "/run/secrets/ldap" } }, { file: "/run/secrets/ldap" }],
  ["a text", "hunter2", undefined],
  ["a reference that is a text", { $secret: "LDAP_PASSWORD" }, undefined],
  ["both", { $secret: { env: "A", file: "b" } }, undefined],
  ["more beside it", { $secret: { env: "A" }, value: "hunter2" }, undefined],
  ["a name with signs", { $secret: { env: "A B" } }, undefined],
  ["an empty file", { $secret: { file: "" } }, undefined],
])("reads %s", (_name, value, reference) => expect(secretReference(value)).toEqual(reference));

it("finds a secret in the file of secrets before the environment, as it is written", () => {
  const secrets = openSecrets({ A: "of the environment", B: "b" }, fileWith('A: "Pa$$w0rd ${HOME} #1"\n'));
  expect(secrets.find({ env: "A" }).use((text) => text)).toBe("Pa$$w0rd ${HOME} #1");
  expect(secrets.find({ env: "B" }).use((text) => text)).toBe("b");
  expect(() => secrets.find({ env: "toString" })).toThrow("There is no secret 'toString'.");
  expect(() => openSecrets({ C: "" }).find({ env: "C" })).toThrow("The secret 'C' is empty.");
});

it("reads a file without the end of its last line", () => {
  const file = join(folder, "one.txt");
  writeFileSync(file, "two words \r\n");
  expect(
    openSecrets({})
      .find({ file })
      .use((text) => text),
  ).toBe("two words ");
});

it.each(["A: 12\n", "- hunter2hunter2\n", "A: x\n'hunter2hunter2' y\n", "A: &x hunter2hunter2\n"])(
  "refuses a file of secrets such as %j without repeating it",
  (text) => {
    let message = "";
    try {
      openSecrets({}, fileWith(text));
    } catch (error) {
      message = (error as Error).message;
    }
    expect([message.includes("secrets.yaml"), message.includes("hunter2")]).toEqual([true, false]);
  },
);

it("names secrets of an export by their place", () => {
  expect(secretName(["targetSystems", "LDAP", "credentials", "cn=admin", "password"])).toBe(
    "SECRET_TARGETSYSTEMS_LDAP_CREDENTIALS_CN_ADMIN_PASSWORD",
  );
});
