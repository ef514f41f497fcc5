import { signingKeyStates } from "../../identity/key-rotation.ts";
import type { PublicKey } from "../../proxies/public-key.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, json, sealed } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sign-in pages that led to a code; the key is that of the page, so that it leads to one code only. */
export const authorizationCodes = resource("authorizationCodes", {
  class: "node",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    codeHash: text(),
    /** Family of the tokens that are issued for the code. */
    family: text(),
    userKey: guid(),
    /** `tokenVersion` of the user for whom it was issued; with another one the code is worthless, like a refresh token. */
    userVersion: integer().initially(1),
    clientId: text(),
    redirectUri: text(500),
    scope: text(400),
    codeChallenge: text(),
    nonce: longText().optional(),
    /** Time at which the user proved who they are; null if that was when the code was created. */
    signedInAt: time().optional(),
    createdAt: time(),
    expiresAt: time(),
    consumedAt: time().optional(),
  },
  indexes: [unique("notShared", "codeHash"), index("expiresAt")],
});

/** Refresh tokens. */
export const persistedGrants = resource("persistedGrants", {
  class: "node",
  holds: "data",
  key: "key",
  entity: { type: "ClientToken", key: "clientTokenKey" },
  properties: {
    key: guid().shown("Key of the token."),
    family: text().shown("The session to which it belongs: all of it ends together."),
    userKey: guid().policy().shown("The user in whose name it was given."),
    clientId: text().policy().shown("The application that has it."),
    /** `tokenVersion` of the user for whom it was issued; with another one the token is worthless, like an access token. */
    userVersion: integer().initially(1),
    tokenHash: text(),
    scope: text(400).shown("Scopes of the token, separated by blanks."),
    createdAt: time().shown("Time at which the token was issued."),
    expiresAt: time().shown("Time at which the token expires."),
    consumedAt: time().optional().shown("Time at which the token was exchanged for the next one; null if it was not."),
    revokedAt: time().optional().shown("Time at which the token was revoked; null if it was not."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [unique("notShared", "tokenHash"), index("family"), index("expiresAt"), index("clientId")],
  policies: { clientToken: {} },
});

/** Access tokens that are no longer accepted. */
export const revokedTokens = resource("revokedTokens", {
  class: "grow",
  holds: "data",
  key: "jti",
  properties: {
    jti: text(),
    family: text().optional(),
    expiresAt: time(),
    /** Steady time, which counts the time that passes, at which the row is surely no longer needed; null if nobody counted. */
    steadyUntil: bigInteger().optional(),
  },
  indexes: [index("family"), index("expiresAt")],
});

/** Marks of refused sign-ins that change no user, by a hash of the name that was tried; a mark means nothing. */
export const refusedSignIns = resource("refusedSignIns", {
  class: "node",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    mark: text(),
  },
});

/** Passwords that a target checks during a sign-in; a row exists as long as someone waits for the answer. */
export const passwordChecks = resource("passwordChecks", {
  class: "local",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    targetSystemKey: text(),
    proxyServer: text(),
    /** Key of the account; null if there is none: the target is asked for an account that it cannot have. */
    accountKey: guid().optional(),
    password: sealed(),
    /** ID of the call that waits for the answer. */
    requestId: text(),
    sends: integer().initially(0),
    result: oneOf(["S", "F"]).optional(),
    errorCode: text().optional(),
    outcomeSignature: longText().optional(),
    expiresAt: time(),
  },
  indexes: [index("expiresAt")],
});

/** Keys that sign tokens: each node has its own. The public half goes to the others, the private one stays. */
export const signingKeys = resource("signingKeys", {
  class: "owned",
  holds: "data",
  key: "kid",
  properties: {
    kid: text(),
    publicKey: json<PublicKey>(),
    /** Private key; an empty text once the key is retired, and at other nodes. */
    privateKey: sealed().initially("").ofNode(),
    /** Signature by which the node of the key vouches for it; null until it has keys as a node. */
    nodeSignature: longText().optional(),
    state: oneOf(signingKeyStates),
    /** State again, of which one key at most may have each; null once the key is retired. Unique in the database. */
    slot: oneOf(signingKeyStates).optional(),
    createdAt: time(),
    activatedAt: time().optional(),
    retiredAt: time().optional(),
  },
  indexes: [unique("eachNode", "slot")],
});

/** Accepted operations, with the token of each. */
export const operationIdentifiers = resource("operationIdentifiers", {
  class: "append",
  holds: "data",
  key: "operationId",
  properties: {
    operationId: text(),
    operationType: text(60),
    sub: text(),
    jti: text().optional(),
    acceptedAt: time(),
  },
});
