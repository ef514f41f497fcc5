import { deleteCredential } from "#operations/target-systems/delete-credential.ts";
import { createCredential, replaceCredential } from "#operations/target-systems/save-credential.ts";
import { updateCredential } from "#operations/target-systems/update-credential.ts";

import { type EntitySet, type Navigation, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const credentials: EntitySet = {
  name: "credentials",
  source: "targetSystemCredentials",
  key: { parameter: "targetSystemCredentialKey", property: "key", kind: "guid" },
  type: entityType("TargetSystemCredential", {
    key: { type: "Edm.Guid", access: "read" },
    administratorId: { type: "Edm.String" },
    password: { type: "Edm.String", nullable: true, access: "write" },
    passwordSet: {
      type: "Edm.Boolean",
      access: "read",
      from: (row) => row["passwordSet"] ?? row["password"] !== null,
      needs: ["password"],
    },
    runAs: { type: "Edm.Boolean" },
    isSystemPassword: { type: "Edm.Boolean" },
    useOrder: { type: "Edm.Int32" },
    managedAccountKey: { type: "Edm.Guid", nullable: true },
    lastChanged: { type: "Edm.DateTimeOffset", access: "read" },
  }),
};

/** The logins with which a target system is managed; passwords go in and never come out. */
export const credentialsOfTargetSystem: Navigation = {
  name: "credentials",
  relation: "credentials",
  many: true,
  contained: true,
  target: () => credentials,
  list: { policy: "targetsystems_credentials_get_list" },
  get: { policy: "targetsystems_credentials_get" },
  create: { ...verb(createCredential), status: 201, parentField: "targetSystemId" },
  replace: { ...verb(replaceCredential), status: 200, parentField: "targetSystemId" },
  update: { ...verb(updateCredential), status: 204, parentField: "targetSystemId" },
  remove: { ...verb(deleteCredential), status: 204, parentField: "targetSystemId" },
};
