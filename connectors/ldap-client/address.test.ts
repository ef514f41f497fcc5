import { expect, test } from "vitest";

import ldap from "#connectors/ldap/ldap.ts";

import { validateAddress } from "../contract/index.ts";

const withUrl = (url: string, more: object = {}) =>
  validateAddress(ldap, { url, baseDN: "dc=example,dc=test", ...more });

test.each(["ldap://directory.example.test", "ldap://192.0.2.7:389", "ldap://127.0.0.1.example.test:389"])(
  "passwords do not travel to %s in clear unless the address says so",
  async (url) => {
    await expect(withUrl(url)).rejects.toThrow(/^The address is not valid .*url: .*ldaps:\/\/.*startTls.*unencrypted/s);
    await expect(withUrl(url, { startTls: true })).resolves.toMatchObject({ url });
    await expect(withUrl(url, { unencrypted: true })).resolves.toMatchObject({ unencrypted: true });
  },
);

test.each(["ldap://127.0.0.1:389", "ldap://localhost", "ldap://[::1]:389/", "ldaps://directory.example.test"])(
  "%s needs no word about it",
  async (url) => {
    await expect(withUrl(url)).resolves.toMatchObject({ url });
  },
);

test("what is encrypted is not said to be in clear", async () => {
  await expect(withUrl("ldaps://directory.example.test", { unencrypted: true })).rejects.toThrow("unencrypted: ");
});
