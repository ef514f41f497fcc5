import { passkeyNameMaxCharacters } from "../credential-limits.ts";
import { credentialTypes } from "../credential-types.ts";
import { bigInteger, guid, json, longText, oneOf, sealed, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** What users prove to be themselves with, beside the password. */
export const userCredentials = resource("userCredentials", {
  class: "shared",
  key: "key",
  entity: { type: "Credential", key: "userCredentialKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    userKey: guid().policy(),
    type: oneOf(credentialTypes).policy().shown("What kind of credential it is."),
    question: text(400).optional(),
    answerHash: longText().optional(),
    /** What the codes of a device are computed from. */
    oneTimeSecret: sealed().optional(),
    /** The hashes of the recovery codes that are still good. */
    recoveryHashes: json<readonly string[]>().optional(),
    /** What its owner calls a passkey. */
    name: text(passkeyNameMaxCharacters).optional(),
    /** The identifier of a passkey, and the hash by which it is found. */
    passkeyId: longText().optional(),
    passkeyIdHash: text().optional(),
    publicKey: longText().optional(),
    /** How a browser reaches the authenticator. */
    transports: json<readonly string[]>().optional(),
    /** The step of time whose code was taken last, or the counter of a passkey: what is not above it is refused. */
    lastCounter: bigInteger().optional(),
    lastChanged: time().shown("When it was changed last."),
    lastUsed: time().optional().shown("When somebody signed in by it last; null = never, or it is a question."),
  },
  relations: {
    user: one("users", "userKey"),
  },
  indexes: [index("userKey"), unique("passkeyIdHash")],
  policies: {
    userCredential: {},
    userCredentialOwner: { fields: ["userKey"] },
  },
});
