import { sealed, text } from "#domain/resources/format/builders.ts";
import { userCredentials as credentials } from "#domain/resources/user-credentials.ts";
import { addQuestion, removeCredential } from "#operations/users/change-credentials.ts";

import { verb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { entityTypeOf, structure } from "./entity-type-of.ts";
import type { Way } from "./resource-set.ts";

const credential: StructuredType = { ...entityTypeOf(credentials), abstract: true };

const question: StructuredType = {
  ...structure("Question", {
    question: text().shown("The question."),
    answer: sealed().shown("The answer; capitals and blanks around it do not count. It goes in and never comes out."),
  }),
  base: credential,
  when: { column: "type", value: "Question" },
};

/** What a user proves to be themselves with, beside the password: questions, whose answers never come out. */
export const userCredentials: Way = {
  contained: { type: credential, derived: [question] },
  create: {
    ...verb(addQuestion),
    status: 201,
    parentField: "userKey",
    parameters: question.properties,
    result: question,
  },
  remove: { ...verb(removeCredential), status: 204, parentField: "userKey" },
};
