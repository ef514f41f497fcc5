import { expect, it } from "vitest";

import { reportConnectors } from "#activities/proxy/report.ts";
import activeDirectory from "#connectors/active-directory/active-directory.ts";
import ldap from "#connectors/ldap/ldap.ts";
import scim from "#connectors/scim/scim.ts";
import sql from "#connectors/sql/sql.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import ssh from "#connectors/ssh/ssh.ts";
import type { ReportedConnector } from "#domain/proxies/reported-connector.ts";
import { checkedAddress } from "#operations/abilities/reported-connectors.ts";
import { readableConnectors } from "#operations/proxies/engine/readable-connectors.ts";

const reported = reportConnectors([activeDirectory, ldap, scim, sql, sqlite, ssh]) as readonly ReportedConnector[];

it("the addresses of all connectors that are shipped can be checked", () => {
  expect(readableConnectors(reported)).toEqual({ connectors: reported, failed: [] });
});

const check = (type: string, address: object) =>
  checkedAddress(
    reported.filter(({ id }) => id === type),
    address,
  );
const scimWords = "https://host/base without query; http:// only for this machine";

it.each<[string, object, string]>([
  ["ldap", { url: "http://x", baseDN: "dc=x" }, "address.url: ldap://host:port or ldaps://host:port"],
  ["scim", { url: "http://elsewhere.example/scim" }, `address.url: ${scimWords}`],
  ["scim", { url: "https://who:ever@elsewhere.example/scim" }, `address.url: ${scimWords}`],
  ["scim", { url: "https://elsewhere.example/scim?all" }, `address.url: ${scimWords}`],
  ["sql", { product: "mariadb", host: "a/b" }, "address.host: a host name or an IP address, without a port and"],
])("%s refuses %j in the words of its author", (type, address, words) => {
  expect(() => check(type, address)).toThrow(
    expect.objectContaining({ code: "TARGET_ADDRESS_INVALID", message: expect.stringContaining(words) }),
  );
});

it.each([
  "https://a.example",
  "HTTPS://a.example:8443/scim/v2/",
  "http://127.0.0.1:99/x",
  "http://[::1]/",
  "http://localhost:1",
])("scim takes %s, and nothing is added to it", async (url) => {
  expect(check("scim", { url })).toEqual({ url });
  expect(await scim.definition.address["~standard"].validate({ url })).toMatchObject({ value: { url } });
});

const sent = ({ addressSchema }: ReportedConnector) =>
  Object.entries(
    (addressSchema as { readonly properties: Readonly<Record<string, { readonly sendsNothing?: boolean }>> })
      .properties,
  ).flatMap(([name, { sendsNothing }]) => (sendsNothing === true ? [] : [name]));

it("of every address the fields count by which a password could reach another machine, account or reader", () => {
  const way = ["url", "startTls", "tls"];
  expect(Object.fromEntries(reported.map((one) => [one.id, sent(one).toSorted()]))).toEqual({
    "active-directory": [
      ...way,
      "baseDN",
      "accountsDN",
      "newAccountsDN",
      "groupsDN",
      "newGroupsDN",
      "principalSuffix",
    ].toSorted(),
    ldap: [
      ...way,
      "unencrypted",
      "baseDN",
      "accountsDN",
      "accountClass",
      "accountName",
      "accountState",
      "idAttribute",
      "nameFills",
    ].toSorted(),
    scim: ["authentication", "url"],
    sql: ["product", "host", "port", "tls", "unencrypted", "database", "defaultHost"].toSorted(),
    sqlite: ["file"],
    ssh: ["host", "port", "hostKeys", "sudo", "uidMin", "uidMax"].toSorted(),
  });
});
