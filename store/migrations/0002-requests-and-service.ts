import {
  bigInteger,
  counted,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
  type Attributes,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const requests: Readonly<Record<string, Attributes>> = {
  reqbatch: {
    key: primary(text()),
    number: text(40),
    status: text(1),
    active: flag(),
    origin: text(20),
    requesterKey: text(),
    recipientKey: text(),
    reason: optional(longText()),
    startAt: optional(bigInteger()),
    expiresAt: bigInteger(),
    createdAt: bigInteger(),
    finishedAt: optional(bigInteger()),
    operationId: optional(text()),
    requestId: text(),
  },
  requestOperations: {
    key: primary(text()),
    requestKey: text(),
    sequence: integer(),
    code: text(20),
    targetSystemKey: text(),
    accountKey: optional(text()),
    groupKey: optional(text()),
    attributes: longText(),
    dependsOn: longText(),
    result: optional(text(1)),
    sends: integer(),
    sentAt: optional(bigInteger()),
    proxyServer: optional(text()),
    retries: integer(),
    nextTryAt: optional(bigInteger()),
    errorCode: optional(text(60)),
    errorMessage: optional(longText()),
    errorTargetCode: optional(text()),
    outcomeSignature: optional(text(400)),
    stableId: optional(text(400)),
    finishedAt: optional(bigInteger()),
  },
  requestPhases: {
    key: primary(text()),
    requestKey: text(),
    targetSystemKey: optional(text()),
    sequence: integer(),
    state: text(20),
    minApprovals: integer(),
    maxDenials: integer(),
    openedAt: optional(bigInteger()),
    closedAt: optional(bigInteger()),
  },
  requestAuthorizers: {
    key: primary(text()),
    requestKey: text(),
    requestPhaseKey: text(),
    userKey: text(),
    veto: flag(),
    inputRequired: flag(),
  },
  decisions: {
    key: primary(text()),
    requestKey: text(),
    requestPhaseKey: text(),
    phase: integer(),
    userKey: text(),
    decision: text(20),
    comment: optional(longText()),
    decidedAt: bigInteger(),
  },
};

const service: Readonly<Record<string, Attributes>> = {
  proxyServers: {
    id: primary(text()),
    status: text(20),
    enrolmentTokenHash: optional(text()),
    enrolmentExpiresAt: optional(bigInteger()),
    signingKey: optional(longText()),
    sealingKey: optional(longText()),
    connectors: longText(),
    softwareVersion: optional(text(40)),
    lastSeenAt: optional(bigInteger()),
  },
  settings: { name: primary(text()), value: longText() },
  clients: { id: primary(text()), secretHash: optional(longText()), firstParty: flag(), grants: longText() },
  persistedGrants: {
    key: primary(text()),
    family: text(),
    userKey: text(),
    clientId: text(),
    tokenHash: text(),
    scope: text(400),
    createdAt: bigInteger(),
    expiresAt: bigInteger(),
    consumedAt: optional(bigInteger()),
    revokedAt: optional(bigInteger()),
  },
  revokedTokens: { jti: primary(text()), family: optional(text()), expiresAt: bigInteger() },
  signingKeys: {
    kid: primary(text()),
    publicKey: longText(),
    privateKey: longText(),
    state: text(20),
    createdAt: bigInteger(),
  },
  operationIdentifiers: {
    operationId: primary(text()),
    operationType: text(60),
    sub: text(),
    jti: optional(text()),
    acceptedAt: bigInteger(),
  },
  sesslog_full: {
    key: primary(text()),
    sessid: text(),
    seq: integer(),
    time: bigInteger(),
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
  },
};

/** Tables that stay on their node and are not in the change log. */
const local: Readonly<Record<string, Attributes>> = {
  changeLog: {
    seq: counted(),
    position: optional(bigInteger()),
    origin: text(40),
    tableName: text(60),
    rowKey: text(),
    operation: text(10),
    rowVersion: integer(),
    stamp: text(80),
    data: longText(),
  },
  outbox: {
    position: counted(),
    workflowType: text(60),
    workflowId: text(),
    createdAt: bigInteger(),
    leasedUntil: bigInteger(),
    leasedBy: text(40),
    tries: integer(),
    sentAt: optional(bigInteger()),
    lastError: optional(longText()),
  },
  steps: {
    workflowId: primary(text()),
    step: primary(text(60)),
    ordinal: primary(integer()),
    result: longText(),
    doneAt: bigInteger(),
  },
  nodeCounters: { name: primary(text()), value: bigInteger() },
};

/** Requests, proxies, tokens, the audit and the tables of the node itself. */
export const requestsAndService: Migration = {
  name: "0002-requests-and-service",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries({ ...requests, ...service })) {
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    }
    for (const [table, attributes] of Object.entries(local))
      await schema.createTable(table, { ...attributes }, tableOptions);
    await schema.addIndex("reqbatch", ["number"]);
    await schema.addIndex("reqbatch", ["active", "status"]);
    await schema.addIndex("reqbatch", ["requesterKey"]);
    await schema.addIndex("reqbatch", ["recipientKey"]);
    for (const table of ["requestOperations", "requestPhases", "requestAuthorizers", "decisions"]) {
      await schema.addIndex(table, ["requestKey"]);
    }
    await schema.addIndex("requestAuthorizers", ["userKey"]);
    await schema.addIndex("decisions", ["requestPhaseKey", "userKey"], { unique: true });
    await schema.addIndex("persistedGrants", ["tokenHash"], { unique: true });
    await schema.addIndex("persistedGrants", ["family"]);
    await schema.addIndex("revokedTokens", ["family"]);
    await schema.addIndex("sesslog_full", ["sessid"]);
    await schema.addIndex("sesslog_full", ["time"]);
    await schema.addIndex("changeLog", ["position"], { unique: true });
    await schema.addIndex("changeLog", ["tableName", "rowKey"]);
    await schema.addIndex("changeLog", ["origin", "stamp"]);
    await schema.addIndex("outbox", ["sentAt", "leasedUntil"]);
    await schema.addIndex("outbox", ["workflowId"]);
  },
};
