import type { FailedConnector } from "#domain/failed-connector.ts";
import type { JsonValue } from "#domain/json.ts";
import type { SigningKeyState } from "#domain/key-rotation.ts";
import type { ProxyInstance } from "#domain/proxy-instance.ts";
import type { GrantType, Scope } from "#domain/token-grants.ts";

import type { AuditedChanges } from "../audited-changes.ts";
import { type Column, flag, json, integer, key, longText, optional, sealed, table, text, time } from "../columns.ts";

/** A connector as a proxy reports it. */
export interface ReportedConnector {
  readonly id: string;
  readonly version: string;
  readonly capabilities: readonly string[];
  /** JSON Schema of the address. */
  readonly addressSchema: JsonValue;
}

/** A public key as a JWK. */
export type PublicKey = Readonly<Record<string, string>>;

/** What the service itself needs: proxies, settings, tokens, audit and the local machinery. */
export const serviceTables = {
  nodes: table({
    class: "shared",
    primaryKey: "key",
    columns: { key: key(), id: text(40), description: optional(text(400)), registeredAt: time() },
  }),
  proxyServers: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      status: text(20),
      enrolmentTokenHash: optional(text()),
      enrolmentExpiresAt: optional(time()),
      signingKey: optional(json<PublicKey>()),
      sealingKey: optional(json<PublicKey>()),
      connectors: json<readonly ReportedConnector[]>(),
      failedConnectors: optional(json<readonly FailedConnector[]>()),
      /** The processes that run under this enrolment; null until one that tells of itself has reported. */
      instances: optional(json<readonly ProxyInstance[]>()),
      softwareVersion: optional(text(40)),
      lastSeenAt: optional(time()),
    },
  }),
  settings: table({ class: "shared", primaryKey: "name", columns: { name: text(), value: json() } }),
  clients: table({
    class: "shared",
    primaryKey: "id",
    columns: {
      id: text(),
      displayName: optional(text(400)),
      secretHash: optional(longText()),
      firstParty: flag(false),
      grants: json<readonly GrantType[]>(),
      /** Null: those that its grants give by themselves. */
      scopes: optional(json<readonly Scope[]>()),
      redirectUris: optional(json<readonly string[]>()),
      /** The user as whom the client acts when nobody has signed in. */
      userKey: optional(key()),
      /** The family of the tokens that the client gets for itself. */
      tokenFamily: optional(key()),
    },
  }),
  /** Sign-in pages that led to a code; the key is that of the page, so that it leads to one only. */
  authorizationCodes: table({
    class: "node",
    primaryKey: "key",
    columns: {
      key: key(),
      codeHash: text(),
      /** The family of what is issued for the code. */
      family: key(),
      userKey: key(),
      clientId: text(),
      redirectUri: text(500),
      scope: text(400),
      codeChallenge: text(),
      nonce: optional(longText()),
      createdAt: time(),
      expiresAt: time(),
      consumedAt: optional(time()),
    },
  }),
  persistedGrants: table({
    class: "node",
    primaryKey: "key",
    columns: {
      key: key(),
      family: key(),
      userKey: key(),
      clientId: text(),
      tokenHash: text(),
      scope: text(400),
      createdAt: time(),
      expiresAt: time(),
      consumedAt: optional(time()),
      revokedAt: optional(time()),
    },
  }),
  revokedTokens: table({
    class: "grow",
    primaryKey: "jti",
    columns: { jti: key(), family: optional(key()), expiresAt: time() },
  }),
  /** Written by refused sign-ins that change no user, by a hash of the name that was tried; the mark means nothing. */
  refusedSignIns: table({
    class: "node",
    primaryKey: "key",
    columns: { key: key(), mark: text() },
  }),
  signingKeys: table({
    class: "owned",
    primaryKey: "kid",
    columns: {
      kid: text(),
      publicKey: json<PublicKey>(),
      /** An empty text once the key is retired. */
      privateKey: sealed(),
      state: text(20) as Column<SigningKeyState>,
      /** The state again where one key at most may have it; null once the key is retired. Unique in the database. */
      slot: optional(text(20)),
      createdAt: time(),
      activatedAt: optional(time()),
      retiredAt: optional(time()),
    },
  }),
  operationIdentifiers: table({
    class: "append",
    primaryKey: "operationId",
    columns: {
      operationId: key(),
      operationType: text(60),
      sub: key(),
      jti: optional(key()),
      acceptedAt: time(),
    },
  }),
  sesslog_full: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: key(),
      sessid: text(),
      seq: integer(),
      time: time(),
      node: text(40),
      module: text(20),
      operation: text(60),
      result: text(1),
      actor: optional(text()),
      recipient: optional(text()),
      ident: optional(text(400)),
      targetSystem: optional(text()),
      account: optional(text(400)),
      batchId: optional(text()),
      ip: optional(text(60)),
      requestId: optional(text()),
      message: optional(longText()),
      day: text(10),
      durationMs: optional(integer()),
      /** How many calls it stands for. */
      calls: integer(1),
      changes: optional(json<AuditedChanges>()),
      contentHash: text(100),
    },
  }),
};
