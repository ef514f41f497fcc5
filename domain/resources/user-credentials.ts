import { text, longText, guid, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** What users prove to be themselves with, beside the password. */
export const userCredentials = resource("userCredentials", {
  class: "shared",
  key: "key",
  entity: { type: "Credential", key: "userCredentialKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    userKey: guid().policy(),
    type: oneOf(["Question"]).policy().shown("What kind of credential it is."),
    question: text(400).optional(),
    answerHash: longText().optional(),
    lastChanged: time().shown("When it was changed last."),
  },
  relations: {
    user: one("users", "userKey"),
  },
  indexes: [index("userKey")],
  policies: {
    userCredential: {},
    userCredentialOwner: { fields: ["userKey"] },
  },
});
