import { signingKeyStates } from "../../identity/key-rotation.ts";
import type { PublicKey } from "../../proxies/public-key.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, json, sealed } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Sign-in pages that led to a code; the key is that of the page, so that it leads to one only. */
export const authorizationCodes = resource("authorizationCodes", {
  class: "node",
  key: "key",
  properties: {
    key: guid(),
    codeHash: text(),
    /** The family of what is issued for the code. */
    family: text(),
    userKey: guid(),
    /** The `tokenVersion` of the user that it was issued for: with another one it is worth nothing, like a refresh token. */
    userVersion: integer().initially(1),
    clientId: text(),
    redirectUri: text(500),
    scope: text(400),
    codeChallenge: text(),
    nonce: longText().optional(),
    /** When its user proved who they are; null = when it was made. */
    signedInAt: time().optional(),
    createdAt: time(),
    expiresAt: time(),
    consumedAt: time().optional(),
  },
  indexes: [unique("codeHash"), index("expiresAt")],
});

/** Refresh tokens. */
export const persistedGrants = resource("persistedGrants", {
  class: "node",
  key: "key",
  entity: { type: "ClientToken", key: "clientTokenKey" },
  properties: {
    key: guid().shown("Its key."),
    family: text().shown("The session to which it belongs: all of it ends together."),
    userKey: guid().policy().shown("The user in whose name it was given."),
    clientId: text().policy().shown("The application that has it."),
    /** The `tokenVersion` of the user that it was issued for: with another one it is worth nothing, like an access token. */
    userVersion: integer().initially(1),
    tokenHash: text(),
    scope: text(400).shown("What it is good for, with blanks between."),
    createdAt: time().shown("When it was given."),
    expiresAt: time().shown("When it ends by itself."),
    consumedAt: time().optional().shown("When it was exchanged for the next one; null = it was not."),
    revokedAt: time().optional().shown("When it was ended; null = it was not."),
  },
  relations: { user: one("users", "userKey") },
  indexes: [unique("tokenHash"), index("family"), index("expiresAt"), index("clientId")],
  policies: { clientToken: {} },
});

/** Access tokens that are taken no more. */
export const revokedTokens = resource("revokedTokens", {
  class: "grow",
  key: "jti",
  properties: {
    jti: text(),
    family: text().optional(),
    expiresAt: time(),
    /** What will have been counted of time that passes when it is not needed any more for sure; null = nobody counted. */
    steadyUntil: bigInteger().optional(),
  },
  indexes: [index("family"), index("expiresAt")],
});

/** Written by refused sign-ins that change no user, by a hash of the name that was tried; the mark means nothing. */
export const refusedSignIns = resource("refusedSignIns", {
  class: "node",
  key: "key",
  properties: {
    key: guid(),
    mark: text(),
  },
});

/** Passwords about which a target is asked while somebody signs in; a row is there as long as somebody waits for the answer. */
export const passwordChecks = resource("passwordChecks", {
  class: "local",
  key: "key",
  properties: {
    key: guid(),
    targetSystemKey: text(),
    proxyServer: text(),
    /** Null = nobody's: the target is asked for an account that it cannot have. */
    accountKey: guid().optional(),
    password: sealed(),
    /** The call that waits for the answer. */
    requestId: text(),
    sends: integer().initially(0),
    result: oneOf(["S", "F"]).optional(),
    errorCode: text().optional(),
    outcomeSignature: longText().optional(),
    expiresAt: time(),
  },
  indexes: [index("expiresAt")],
});

/** The keys by which tokens are signed. */
export const signingKeys = resource("signingKeys", {
  class: "owned",
  key: "kid",
  properties: {
    kid: text(),
    publicKey: json<PublicKey>(),
    /** An empty text once the key is retired. */
    privateKey: sealed(),
    state: oneOf(signingKeyStates),
    /** The state again where one key at most may have it; null once the key is retired. Unique in the database. */
    slot: oneOf(signingKeyStates).optional(),
    createdAt: time(),
    activatedAt: time().optional(),
    retiredAt: time().optional(),
  },
  indexes: [unique("slot")],
});

/** What was accepted under which token. */
export const operationIdentifiers = resource("operationIdentifiers", {
  class: "append",
  key: "operationId",
  properties: {
    operationId: text(),
    operationType: text(60),
    sub: text(),
    jti: text().optional(),
    acceptedAt: time(),
  },
});
