import { guid, sealed, text, time } from "#domain/resources/format/builders.ts";
import { userCredentials as credentials } from "#domain/resources/user-credentials.ts";
import { addQuestion, removeCredential } from "#operations/users/change-credentials.ts";
import { beginOneTimeCode, confirmOneTimeCode } from "#operations/users/enrol-one-time-code.ts";
import { beginPasskey, confirmPasskey } from "#operations/users/enrol-passkey.ts";

import { type ActionVerb, verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { entityTypeOf, structure } from "./entity-type-of.ts";
import type { Way } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const credential: StructuredType = { ...entityTypeOf(credentials), abstract: true };

const question: StructuredType = {
  ...structure("Question", {
    question: text().shown("The question."),
    answer: sealed().shown("The answer; capitals and blanks around it do not count. It goes in and never comes out."),
  }),
  base: credential,
  when: { column: "type", value: "Question" },
};

const nameOfPasskey: Property = { type: "Edm.String", access: "read", description: "Name of the passkey." };

const recoveryCodesLeft: Property = {
  type: "Edm.Int32",
  access: "read",
  needs: ["recoveryHashes"],
  description: "Number of recovery codes that are left.",
  from: ({ recoveryHashes }) => (recoveryHashes as readonly string[] | null)?.length ?? 0,
};

const oneTimeCode: StructuredType = {
  name: "OneTimeCode",
  properties: { recoveryCodesLeft },
  base: credential,
  when: {
    column: "type",
    value: "OneTimeCode",
  },
};

const passkey: StructuredType = {
  name: "Passkey",
  properties: { name: nameOfPasskey },
  base: credential,
  when: {
    column: "type",
    value: "Passkey",
  },
};

/** Second factors of a user: questions, whose answers are never shown, codes of a device, and passkeys. */
export const userCredentials: Way = {
  contained: { type: credential, derived: [question, oneTimeCode, passkey] },
  create: {
    ...verb(addQuestion),
    status: 201,
    parentField: "userKey",
    parameters: question.properties,
    result: question,
  },
  remove: { ...verb(removeCredential), status: 204, parentField: "userKey" },
};

const confirmed = { key: guid().shown("The credential.") };

/** Actions by which users enroll devices of their own. */
export const enrolments: Readonly<Record<string, ActionVerb>> = {
  beginOneTimeCode: action(beginOneTimeCode, {
    givesSecret: true,
    result: structure("BegunOneTimeCode", {
      address: shownOnce(
        "address",
        "Address for the authenticator app, as a QR code or typed (otpauth://). It is shown only once.",
      ),
      expiresAt: time().shown("Time until which the credential can be confirmed."),
    }),
  }),
  confirmOneTimeCode: action(confirmOneTimeCode, {
    givesSecret: true,
    parameters: { code: sealed().shown("The code that the app shows now.") },
    result: structure("ConfirmedOneTimeCode", {
      ...confirmed,
      recoveryCodes: shownOnce(
        "recoveryCodes",
        "Codes for when the device is lost; each is good once. They are shown this once.",
        { collection: true },
      ),
    }),
  }),
  beginPasskey: action(beginPasskey, {
    result: structure("BegunPasskey", {
      options: text().shown(
        "Creation options as JSON, for PublicKeyCredential.parseCreationOptionsFromJSON and navigator.credentials.create.",
      ),
      expiresAt: time().shown("Time until which the credential can be confirmed."),
    }),
  }),
  confirmPasskey: action(confirmPasskey, {
    parameters: {
      response: text().shown("Response of the browser as JSON: toJSON() of the credential."),
      name: text().shown("Name of the passkey."),
    },
    result: structure("ConfirmedPasskey", { ...confirmed, name: text().shown("Name of the passkey.") }),
  }),
};
