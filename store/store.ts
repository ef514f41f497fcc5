import type { Secret } from "#connectors/contract/index.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import type { AuditChain } from "./audit/audit-chain.ts";
import type { AuditCheck } from "./audit/audit-check.ts";
import type { AuditDeliveries } from "./audit/audit-delivery.ts";
import type { Audit } from "./audit/audit.ts";
import type { Period, SessionSummary } from "./audit/session-summary.ts";
import type { CallersReads } from "./callers-reads.ts";
import type { ChangeLog } from "./changes/change-log.ts";
import type { Loads } from "./discovery/load.ts";
import type { Staging } from "./discovery/staging.ts";
import type { ChangeTokens } from "./discovery/tokens.ts";
import type { Epoch } from "./epoch.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { Moments } from "./moments.ts";
import type { Notices } from "./notices.ts";
import type { Outbox } from "./outbox.ts";
import type { ProxyCalls } from "./proxy-calls.ts";
import type { ConditionReads } from "./query/condition-reads.ts";
import type { Querying } from "./query/querying.ts";
import type { Reader } from "./reader.ts";
import type { RequestLedger } from "./request-ledger.ts";
import type { RestoreMark } from "./restore-mark.ts";
import type { Sessions } from "./sessions.ts";
import type { SteadyTime } from "./steady-time.ts";
import type { Steps } from "./steps.ts";
import type { Vault } from "./vault.ts";
import type { Writer } from "./writer.ts";

/** Where a sealed value stands: it can be opened at no other place. */
export type SealedAt = Parameters<KeyRing["seal"]>[1];

/** The record of the service: everything it knows, in one database. */
export interface Store extends Reader, Writer, Querying, ConditionReads, Audit {
  readonly dialect: "sqlite" | "mariadb";
  readonly node: string;
  /**
   * Runs reads and writes that happen together or not at all. A call inside another one joins it. Inside: no network, no
   * plug-in, no hashing; it may run again from its start when the database undid it because of a deadlock.
   * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
   */
  transaction<T>(run: () => Promise<T>): Promise<T>;
  /** Runs something after the commit of the current transaction, or at once outside of one. */
  afterCommit(run: () => void): void;
  /** The next number of a counter of this node, from 1, in the current transaction. */
  nextNumber(counter: string): Promise<number>;
  /**
   * A number of a counter of this node that nobody else is given, from 1, without waiting for another transaction; some may
   * be left out. Not for a counter of `nextNumber`.
   */
  distinctNumber(counter: string): Promise<number>;
  /** True where the current transaction has changed rows since its last audit row, and not only counted a refused sign-in. */
  hasEffect(): boolean;
  /** The keyed fingerprint of words that stand in the audit in place of the words. */
  fingerprint(words: string): string;
  /** What each call of a session in a browser bears beside its cookie; the same text until a key rotation. */
  csrfToken(sessid: string): string;
  /** True where a text is such a token of the session, made with any key of the ring; it takes as long for every one. */
  isCsrfToken(sessid: string, token: string): boolean;
  /** By what a password that a user has had is known again: nothing that could be tried against without the key ring. */
  passwordMark(userKey: string, password: Secret): string;
  /** True where a password of a user has this mark, made with any key of the ring. */
  isPasswordMark(userKey: string, password: Secret, mark: string): boolean;
  /** Tells whether the database was restored from a backup. */
  readonly restoreMark: RestoreMark;
  /** The epoch of the database, which each restore raises. */
  readonly epoch: Epoch;
  /** The time that has passed, by which deadlines are judged that no wall clock may move. */
  readonly steadyTime: SteadyTime;
  readonly auditChain: AuditChain;
  readonly auditCheck: AuditCheck;
  /** The same check for a caller, whose reads end within a time and take turns with those of others. */
  auditCheckFor(owner: string): AuditCheck;
  readonly auditDeliveries: AuditDeliveries;
  readonly sessions: Sessions;
  /** Closes the figures of days that are over since long; gives how many. */
  closeDays(): Promise<number>;
  readonly changeLog: ChangeLog;
  readonly requestLedger: RequestLedger;
  readonly notices: Notices;
  readonly outbox: Outbox;
  /** When what waits is to be looked at next. */
  readonly moments: Moments;
  readonly steps: Steps;
  /** The answers to calls that name a key. */
  readonly keptAnswers: KeptAnswers;
  /** What discoveries list before it is loaded. */
  readonly staging: Staging;
  /** Loads of what is staged. */
  readonly loads: Loads;
  /** Up to where change feeds were applied. */
  readonly changeTokens: ChangeTokens;
  /** Signed calls of proxies, each of which is taken once. */
  readonly proxyCalls: ProxyCalls;
  /** The keys that seal, and all that is sealed with them. */
  readonly vault: Vault;
  /** Encrypts a secret for one column of one row. */
  seal(secret: Secret, at: SealedAt): string;
  /** Opens what `seal` made at the same place. */
  unseal(text: string, at: SealedAt): Secret;
  /**
   * The reads by conditions that somebody has asked for: they end within a time, and long ones of several owners take turns.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  readsFor(owner: string): CallersReads;
  /**
   * Sums up what sessions did in a period, for somebody who has asked for it.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  summariseSessions(period: Period, owner: string): Promise<SessionSummary>;
  /** True where the database answers. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}
