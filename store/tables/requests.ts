import type { DiscoveryState } from "#domain/discovery.ts";
import type { PasswordWarning } from "#domain/password-check.ts";
import type { TestedServer } from "#domain/tested-server.ts";

import { flag, integer, json, key, longText, optional, sealed, table, text, time } from "../columns.ts";

/** Requests, their operations, phases, authorizers and decisions. */
export const requestTables = {
  reqbatch: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      number: text(40),
      status: text(1),
      active: flag(true),
      origin: text(20),
      requesterKey: key(),
      recipientKey: key(),
      reason: optional(longText()),
      startAt: optional(time()),
      expiresAt: time(),
      createdAt: time(),
      finishedAt: optional(time()),
      operationId: optional(key()),
      requestId: text(),
      batchId: optional(key()),
    },
  }),
  requestOperations: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      requestKey: key(),
      sequence: integer(),
      code: text(20),
      targetSystemKey: text(),
      accountKey: optional(key()),
      groupKey: optional(key()),
      attributes: json<Readonly<Record<string, readonly (string | number | boolean)[]>>>(),
      dependsOn: json<readonly string[]>(),
      result: optional(text(1)),
      sends: integer(0),
      sentAt: optional(time()),
      /** When it was given to its proxy, whether or not that has fetched it. */
      handedOutAt: optional(time()),
      /** How often that happened since the proxy has fetched it last. */
      handOuts: optional(integer()),
      proxyServer: optional(text()),
      retries: integer(0),
      nextTryAt: optional(time()),
      errorCode: optional(text(60)),
      errorMessage: optional(longText()),
      errorTargetCode: optional(text()),
      outcomeSignature: optional(text(400)),
      stableId: optional(text(400)),
      /** When it was asked for: with its request, or by itself. */
      createdAt: time(),
      finishedAt: optional(time()),
      password: optional(sealed()),
      currentPassword: optional(sealed()),
      associatedBy: optional(text(20)),
      mustChange: optional(flag()),
      warnings: optional(json<readonly PasswordWarning[]>()),
      discovery: optional(json<DiscoveryState>()),
      /** The version of the connector that got the order; the latest of a batch and target holds for the next. */
      connectorVersion: optional(text(60)),
      /** What a test of the connection has found. */
      server: optional(json<TestedServer>()),
    },
  }),
  requestPhases: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      requestKey: key(),
      targetSystemKey: optional(text()),
      sequence: integer(),
      state: text(20),
      minApprovals: integer(1),
      maxDenials: integer(1),
      openedAt: optional(time()),
      closedAt: optional(time()),
    },
  }),
  requestAuthorizers: table({
    class: "owned",
    primaryKey: "key",
    columns: {
      key: key(),
      requestKey: key(),
      requestPhaseKey: key(),
      userKey: key(),
      veto: flag(false),
      inputRequired: flag(false),
    },
  }),
  decisions: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: key(),
      requestKey: key(),
      requestPhaseKey: key(),
      phase: integer(),
      userKey: key(),
      decision: text(20),
      comment: optional(longText()),
      decidedAt: time(),
    },
  }),
};
