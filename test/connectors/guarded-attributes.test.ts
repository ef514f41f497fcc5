import { expect, test } from "vitest";

import { builtInConnectors } from "#bin/connectors.ts";
import activeDirectory from "#connectors/active-directory/active-directory.ts";
import { type GuardedAttribute, guardsOf } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";
import { kindsOf as mariadbKinds } from "#connectors/sql/mariadb/kinds.ts";
import { kindsOf as postgresqlKinds } from "#connectors/sql/postgresql/kinds.ts";
import { sqliteAddress } from "#connectors/sqlite/address.ts";
import { attributeTypes as sshAttributes } from "#connectors/ssh/objects.ts";
import { ownGuardsOf } from "#operations/abilities/built-in-guards.ts";

test("the service knows the guarded attributes of each of its own connectors", () => {
  for (const { definition } of builtInConnectors) {
    expect(definition.guardedAttributes?.length, definition.id).toBeGreaterThan(0);
    expect(ownGuardsOf(definition.id), definition.id).toBe(definition.guardedAttributes);
  }
});

interface Known {
  readonly connector: string;
  readonly of: GuardedAttribute["of"];
  readonly names: readonly string[];
}

const defaults = (schema: unknown, name: string): readonly string[] =>
  (schema as { shape: Record<string, { parse(value: undefined): readonly string[] }> }).shape[name]?.parse(undefined) ??
  [];
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

/** Every built-in attribute of a connector, from its own tables. */
const known: readonly Known[] = (["account", "group"] as const).flatMap((of): Known[] => [
  { connector: "ssh", of, names: namesOf(sshAttributes[of]) },
  {
    connector: "sql",
    of,
    names: namesOf(postgresqlKinds({ readsPasswords: true, version: 150_000 })[of].attributes),
  },
  {
    connector: "sql",
    of,
    names: namesOf(mariadbKinds("mariadb", { defaultHost: "%", hostNames: false })[of].attributes),
  },
  { connector: "sqlite", of, names: defaults(sqliteAddress, `${of}Attributes`) },
  { connector: "ldap", of, names: defaults(ldap.definition.address, `${of}Attributes`) },
  { connector: "active-directory", of, names: defaults(activeDirectory.definition.address, `${of}Attributes`) },
]);

/** Attributes that describe their object and nothing more; one that is neither here nor guarded is not classified. */
const plain: Readonly<Record<string, readonly string[]>> = {
  ssh: ["gecos"],
  sql: [
    "description",
    "connectionLimit",
    "host",
    "plugin",
    "maxQueriesPerHour",
    "maxUpdatesPerHour",
    "maxConnectionsPerHour",
    "maxUserConnections",
  ],
  sqlite: [
    "displayName",
    "givenName",
    "sn",
    "mail",
    "title",
    "department",
    "employeeNumber",
    "manager",
    "telephoneNumber",
    "description",
  ],
  ldap: [
    "uid",
    "cn",
    "sn",
    "givenName",
    "displayName",
    "mail",
    "telephoneNumber",
    "mobile",
    "title",
    "description",
    "employeeNumber",
    "employeeType",
    "departmentNumber",
    "ou",
    "o",
    "l",
    "manager",
    "roomNumber",
    "preferredLanguage",
  ],
  "active-directory": [
    "sAMAccountName",
    "cn",
    "displayName",
    "givenName",
    "sn",
    "initials",
    "mail",
    "telephoneNumber",
    "otherTelephone",
    "mobile",
    "title",
    "description",
    "department",
    "company",
    "employeeID",
    "employeeType",
    "manager",
    "l",
    "physicalDeliveryOfficeName",
    "preferredLanguage",
    "lastLogonTimestamp",
    "whenCreated",
  ],
};

test("each attribute of each connector's own tables is guarded or known as a plain one, never both", () => {
  const unclassified = known.flatMap(({ connector, of, names }) =>
    names
      .filter((name) => {
        const isGuarded = guardsOf(ownGuardsOf(connector) ?? [], of, name).length > 0;
        return isGuarded === (plain[connector] ?? []).includes(name);
      })
      .map((name) => `${connector} ${of} ${name}`),
  );
  expect(unclassified).toEqual([]);
  expect(known.every(({ of, names }) => of === "group" || names.length > 0)).toBe(true);
});
