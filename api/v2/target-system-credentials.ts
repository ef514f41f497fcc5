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
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    administratorId: { type: "Edm.String", description: "The login on the target, as its connector wants it." },
    password: {
      type: "Edm.String",
      nullable: true,
      access: "write",
      description: "The password or key of the login; null leaves it as it is. It goes in and never comes out.",
    },
    passwordSet: {
      type: "Edm.Boolean",
      access: "read",
      from: (row) => row["passwordSet"] ?? row["password"] !== null,
      needs: ["password"],
      description: "Whether it has a password.",
    },
    runAs: { type: "Edm.Boolean", description: "Whether programs are run under this login; waits for a later part." },
    isSystemPassword: {
      type: "Edm.Boolean",
      description: "Whether it is the login of the system itself, not of a person; false by default.",
    },
    useOrder: {
      type: "Edm.Int32",
      description: "Its place among the logins of the target, of which the lowest is used first; 0 by default.",
    },
    managedAccountKey: {
      type: "Edm.Guid",
      nullable: true,
      description: "The managed account whose password it takes; waits for a later part.",
    },
    lastChanged: { type: "Edm.DateTimeOffset", access: "read", description: "When it was changed last." },
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
