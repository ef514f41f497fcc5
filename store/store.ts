import type { Secret } from "#connectors/contract/index.ts";
import type { Admission } from "#domain/version-fence.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import type { HeldGrants } from "./analyses/held-grants.ts";
import type { ImaginedReads } from "./analyses/imagined-reads.ts";
import type { Overlay } from "./analyses/overlay.ts";
import type { AuditChain } from "./audit/audit-chain.ts";
import type { AuditCheck } from "./audit/audit-check.ts";
import type { AuditDeliveries } from "./audit/audit-delivery.ts";
import type { Audit } from "./audit/audit.ts";
import type { Period, SessionSummary } from "./audit/session-summary.ts";
import type { CallersReads } from "./callers-reads.ts";
import type { ChangedMails } from "./changed-mails.ts";
import type { ChangeLog } from "./changes/change-log.ts";
import type { Loads } from "./discovery/load.ts";
import type { Staging } from "./discovery/staging.ts";
import type { ChangeTokens } from "./discovery/tokens.ts";
import type { Epoch } from "./epoch.ts";
import type { ExpiringPasswords } from "./expiring-passwords.ts";
import type { Figures, FiguresAsked } from "./figures.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { Moments } from "./moments.ts";
import type { Notices } from "./notices.ts";
import type { Outbox } from "./outbox.ts";
import type { ProxyCalls } from "./proxy-calls.ts";
import type { ConditionReads } from "./query/condition-reads.ts";
import type { Querying } from "./query/querying.ts";
import type { Reader } from "./reader.ts";
import type { Homes } from "./replication/homes.ts";
import type { Replication } from "./replication/replication.ts";
import type { RequestLedger } from "./request-ledger.ts";
import type { RestoreMark } from "./restore-mark.ts";
import type { AccessDifferences } from "./roles/access-differences.ts";
import type { Sessions } from "./sessions.ts";
import type { SodAccess } from "./sod-access.ts";
import type { SteadyTime } from "./steady-time.ts";
import type { Steps } from "./steps.ts";
import type { Vault } from "./vault.ts";
import type { Writer } from "./writer.ts";

/** Place of a sealed value, which can be opened at no other place. */
export type SealedAt = Parameters<KeyRing["seal"]>[1];

/** The record of the service: everything it knows, in one database. */
export interface Store
  extends Reader, Writer, Querying, ConditionReads, SodAccess, ExpiringPasswords, ChangedMails, Audit {
  readonly dialect: "sqlite" | "mariadb";
  readonly node: string;
  /** Reads the admission of this version of the program to the database. */
  admission(): Promise<Admission>;
  /**
   * Runs reads and writes that happen together or not at all. A call inside another one joins it. Inside: no network, no plug-in, no
   * hashing; it may run again from its start if the database undid it because of a deadlock.
   * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
   */
  transaction<T>(run: () => Promise<T>): Promise<T>;
  /** Runs a function after the commit of the current transaction, or at once outside of one. */
  afterCommit(run: () => void): void;
  /** Returns the next number of a counter of this node, from 1, in the current transaction. */
  nextNumber(counter: string): Promise<number>;
  /** Returns the next numbers of different counters by their names, as `nextNumber` does: two statements for all of them. */
  nextNumbers(counters: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Returns a number of a counter of this node, from 1, that no other caller gets, without waiting for another transaction; some numbers
   * may be skipped. Not for a counter of `nextNumber`.
   */
  distinctNumber(counter: string): Promise<number>;
  /** Returns true if the current transaction has changed rows since its last audit row, beyond the count of a refused sign-in. */
  hasEffect(): boolean;
  /** Returns the keyed fingerprint that replaces words in the audit. */
  fingerprint(words: string): string;
  /** Returns the CSRF token that each call of a browser session sends besides its cookie; the same text until a key rotation. */
  csrfToken(sessid: string): string;
  /** Returns true if a text is a CSRF token of the session, made with any key of the ring; takes the same time for every text. */
  isCsrfToken(sessid: string, token: string): boolean;
  /** Returns the mark that identifies an earlier password of a user; without the key ring, guesses cannot be tested against it. */
  passwordMark(userKey: string, password: Secret): string;
  /** Returns true if a password of a user has this mark, made with any key of the ring. */
  isPasswordMark(userKey: string, password: Secret, mark: string): boolean;
  /** Mark of a database that was restored from a backup. */
  readonly restoreMark: RestoreMark;
  /** The epoch of the database, which each restore raises. */
  readonly epoch: Epoch;
  /** Time that has passed, for deadlines that no wall clock may move. */
  readonly steadyTime: SteadyTime;
  readonly auditChain: AuditChain;
  readonly auditCheck: AuditCheck;
  /** Returns the same check for a caller, whose reads have a time limit and take turns with those of others. */
  auditCheckFor(owner: string): AuditCheck;
  readonly auditDeliveries: AuditDeliveries;
  readonly sessions: Sessions;
  /** Closes the figures of days that ended long ago; returns the number of days. */
  closeDays(): Promise<number>;
  readonly changeLog: ChangeLog;
  readonly replication: Replication;
  readonly homes: Homes;
  readonly requestLedger: RequestLedger;
  readonly notices: Notices;
  readonly outbox: Outbox;
  /** Moments at which waiting objects are due next. */
  readonly moments: Moments;
  readonly steps: Steps;
  /** Answers to calls with an idempotency key. */
  readonly keptAnswers: KeptAnswers;
  /** Listings of discoveries before they are loaded. */
  readonly staging: Staging;
  /** Loads of staged listings. */
  readonly loads: Loads;
  /** Tokens up to which change feeds were applied. */
  readonly changeTokens: ChangeTokens;
  /** Signed calls of proxies, each of which is accepted once. */
  readonly proxyCalls: ProxyCalls;
  /** Keys that seal, and everything that is sealed with them. */
  readonly vault: Vault;
  /** Encrypts a secret for one column of one row. */
  seal(secret: Secret, at: SealedAt): string;
  /** Opens a text that `seal` made for the same place. */
  unseal(text: string, at: SealedAt): Secret;
  /**
   * Returns the reads by conditions for a caller: they have a time limit, and long reads of several owners take turns.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  readsFor(owner: string): CallersReads;
  /**
   * Returns the reads of everything that people have and roles can give, for a caller: they have a time limit and take turns with others.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  heldGrantsFor(owner: string): HeldGrants;
  /**
   * Returns the reads of a caller as if some tables had other rows, which are written nowhere.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  imagined(owner: string, overlay: Overlay): ImaginedReads;
  /**
   * Returns the search for differences between roles and access for a caller: its reads take turns with those of others, like all long reads.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  accessDifferences(owner: string): AccessDifferences;
  /**
   * Sums up the sessions of a period for a caller.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  summariseSessions(period: Period, owner: string): Promise<SessionSummary>;
  /**
   * Reads the figures of the record for a caller, whose reads have a time limit and take turns with those of others.
   * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
   */
  figuresFor(owner: string, asked: FiguresAsked): Promise<Figures>;
  /** Returns true if the database answers and, after a refused transaction, accepts writes again. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}
