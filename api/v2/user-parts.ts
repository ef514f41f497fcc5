import { addQuestion } from "#operations/users/add-question.ts";
import { removeCredential } from "#operations/users/remove-credential.ts";

import { type EntitySet, type Navigation, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";

const userAttributes: EntitySet = {
  name: "attributes",
  source: "userAttributes",
  key: { parameter: "userAttributeKey", property: "key", kind: "guid" },
  type: entityType("UserAttribute", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    name: { type: "Edm.String", access: "read", description: "The name of the attribute." },
    sequence: {
      type: "Edm.Int32",
      access: "read",
      description: "The place of the value among those of the attribute, from 0 on.",
    },
    value: { type: "Edm.String", access: "read", description: "The value as a text." },
  }),
};

/** The profile attributes of a user, a row per value. */
export const attributesOfUser: Navigation = {
  name: "attributes",
  relation: "attributes",
  many: true,
  contained: true,
  target: () => userAttributes,
  list: { policy: "users_attributes_get_list" },
  get: { policy: "users_attributes_get" },
};

const credential: StructuredType = {
  ...entityType("Credential", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    type: { type: "Edm.String", access: "read", members: ["Question"], description: "What kind of credential it is." },
    lastChanged: { type: "Edm.DateTimeOffset", access: "read", description: "When it was changed last." },
  }),
  abstract: true,
};

const question: StructuredType = {
  name: "Question",
  base: credential,
  when: { column: "type", value: "Question" },
  properties: {
    question: { type: "Edm.String", description: "The question." },
    answer: {
      type: "Edm.String",
      access: "write",
      description: "The answer; capitals and blanks around it do not count. It goes in and never comes out.",
    },
  },
};

const userCredentials: EntitySet = {
  name: "credentials",
  source: "userCredentials",
  key: { parameter: "userCredentialKey", property: "key", kind: "guid" },
  type: credential,
  derived: [question],
};

/** What a user proves to be themselves with, beside the password: questions, whose answers never come out. */
export const credentialsOfUser: Navigation = {
  name: "credentials",
  relation: "credentials",
  many: true,
  contained: true,
  target: () => userCredentials,
  list: { policy: "users_credentials_get_list" },
  get: { policy: "users_credentials_get" },
  create: {
    ...verb(addQuestion),
    status: 201,
    parentField: "userKey",
    parameters: question.properties,
    result: question,
  },
  remove: { ...verb(removeCredential), status: 204, parentField: "userKey" },
};
