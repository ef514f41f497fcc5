import { passkeyNameMaxCharacters } from "../credential-limits.ts";
import { credentialTypes } from "../credential-types.ts";
import { bigInteger, guid, json, longText, oneOf, sealed, text, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Credentials with which users prove who they are, besides the password. */
export const userCredentials = resource("userCredentials", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Credential", key: "userCredentialKey" },
  properties: {
    key: guid().policy().shown("Key of the credential."),
    userKey: guid().policy(),
    type: oneOf(credentialTypes).policy().shown("Type of the credential."),
    question: text(400).optional(),
    answerHash: longText().optional(),
    /** Secret from which an authenticator app computes its codes. */
    oneTimeSecret: sealed().optional(),
    /** Hashes of the recovery codes that are still valid. */
    recoveryHashes: json<readonly string[]>().optional(),
    /** Name that the owner has given a passkey. */
    name: text(passkeyNameMaxCharacters).optional(),
    /** Identifier of a passkey, and the hash by which it is found. */
    passkeyId: longText().optional(),
    passkeyIdHash: text().optional(),
    publicKey: longText().optional(),
    /** Ways in which a browser reaches the authenticator. */
    transports: json<readonly string[]>().optional(),
    /** Time step of the code that was accepted last, or the counter of a passkey: anything not above it is refused. */
    lastCounter: bigInteger().optional(),
    lastChanged: time().shown("Time of the last change."),
    lastUsed: time()
      .optional()
      .shown("Time of the last sign-in with the credential; null if never, or for a question."),
  },
  relations: {
    user: one("users", "userKey"),
  },
  indexes: [index("userKey"), unique("drawn", "passkeyIdHash")],
  policies: {
    userCredential: {},
    userCredentialOwner: { fields: ["userKey"] },
  },
});
