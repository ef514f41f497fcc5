import { userAttributes as attributes } from "#domain/resources/user-attributes.ts";
import { userCredentials as credentials } from "#domain/resources/user-credentials.ts";
import { addQuestion } from "#operations/users/add-question.ts";
import { removeCredential } from "#operations/users/remove-credential.ts";

import { type Verbs, verb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { entityTypeOf } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** The profile attributes of a user, a row per value. */
export const userAttributes = resourceSet(attributes, { path: "users/attributes" });

const credential: StructuredType = { ...entityTypeOf(credentials), abstract: true };

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

/** What a user proves to be themselves with, beside the password: questions, whose answers never come out. */
export const userCredentials = resourceSet(credentials, {
  path: "users/credentials",
  type: credential,
  derived: [question],
});

/** How a user's credentials are written. */
export const userCredentialVerbs: Verbs = {
  create: {
    ...verb(addQuestion),
    status: 201,
    parentField: "userKey",
    parameters: question.properties,
    result: question,
  },
  remove: { ...verb(removeCredential), status: 204, parentField: "userKey" },
};
