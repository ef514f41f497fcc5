import { readChild } from "#operations/read/read-child.ts";
import { readList } from "#operations/read/read-list.ts";
import { createCredential, replaceCredential } from "#operations/target-systems/save-credential.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const parent = { table: "targetSystems", policy: "targetsystems_get", column: "targetSystemId" } as const;

/** The logins with which a target system is managed; passwords go in and never come out. */
export const targetSystemCredentials: EntitySet = {
  name: "credentials",
  key: { parameter: "targetSystemCredentialKey", property: "key", kind: "guid" },
  type: entityType("TargetSystemCredential", {
    key: { type: "Edm.Guid", access: "read" },
    administratorId: { type: "Edm.String" },
    password: { type: "Edm.String", nullable: true, access: "write" },
    passwordSet: { type: "Edm.Boolean", access: "read", from: (row) => row["passwordSet"] ?? row["password"] !== null },
    runAs: { type: "Edm.Boolean" },
    isSystemPassword: { type: "Edm.Boolean" },
    useOrder: { type: "Edm.Int32" },
    managedAccountKey: { type: "Edm.Guid", nullable: true },
    lastChanged: { type: "Edm.DateTimeOffset", access: "read" },
  }),
  list: verb(
    readList({
      name: "targetSystems.listCredentials",
      table: "targetSystemCredentials",
      policy: "targetsystems_credentials_get_list",
      parent,
    }),
  ),
  get: verb(
    readChild({
      name: "targetSystems.getCredential",
      table: "targetSystemCredentials",
      policy: "targetsystems_credentials_get",
      parent,
    }),
  ),
  create: { ...verb(createCredential), status: 201, parentField: "targetSystemId" },
  replace: { ...verb(replaceCredential), status: 200, parentField: "targetSystemId" },
};
