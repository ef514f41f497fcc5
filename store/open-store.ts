import type { Secret } from "#connectors/contract/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { KeyRing } from "#platform/keys/keys.ts";

import { createHeldGrants } from "./analyses/held-grants.ts";
import { createImaginedReads } from "./analyses/imagined-reads.ts";
import { createAuditChain } from "./audit/audit-chain.ts";
import { createAuditCheck } from "./audit/audit-check.ts";
import { createAuditDeliveries } from "./audit/audit-delivery.ts";
import { closeDays } from "./audit/audit-figures.ts";
import { createAudit } from "./audit/audit.ts";
import { isEffect } from "./audit/audited-changes.ts";
import { summarise } from "./audit/session-summary.ts";
import { callersRead, createCallersReads } from "./callers-reads.ts";
import { createChangedMails } from "./changed-mails.ts";
import { ChangeLog } from "./changes/change-log.ts";
import { createHybridClock } from "./changes/hybrid-clock.ts";
import { changesSoFar } from "./changes/transaction-changes.ts";
import { watchWrites } from "./changes/write-watch.ts";
import { createWriterNumber } from "./changes/writer-number.ts";
import { createCounters } from "./counters.ts";
import { openDatabase, type DatabaseOptions } from "./database.ts";
import { createLoads } from "./discovery/load.ts";
import { createSetWriter } from "./discovery/set-writer.ts";
import { createStaging } from "./discovery/staging.ts";
import { createChangeTokens } from "./discovery/tokens.ts";
import { openEpoch } from "./epoch.ts";
import { createExpiringPasswords } from "./expiring-passwords.ts";
import { readFigures } from "./figures.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createMoments } from "./moments.ts";
import { createNotices } from "./notices.ts";
import { createOutbox } from "./outbox.ts";
import { createProxyCalls } from "./proxy-calls.ts";
import { createConditionReads } from "./query/condition-reads.ts";
import { createQuerying } from "./query/create-querying.ts";
import { createReader } from "./reader.ts";
import { createReplication } from "./replication/create-replication.ts";
import { createHomes } from "./replication/homes.ts";
import { createRequestLedger } from "./request-ledger.ts";
import { createRestoreMark } from "./restore-mark.ts";
import { createAccessDifferences } from "./roles/access-differences.ts";
import { createSessions } from "./sessions.ts";
import { createSodAccess } from "./sod-access.ts";
import { createSteadyTime } from "./steady-time.ts";
import { createSteps } from "./steps.ts";
import type { Store } from "./store.ts";
import { createVault } from "./vault.ts";
import { openFenced } from "./version-fence.ts";
import { createWriter } from "./writer.ts";

/** Options of a store. */
export interface StoreOptions extends DatabaseOptions {
  readonly node: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  /** True if this process itself dispatches its entries of the outbox to the engine (default); otherwise another process does, at once. */
  readonly dispatches?: boolean;
  /** Returns milliseconds since a fixed moment, by a clock that nobody sets; by default the clock of the process. */
  readonly elapsed?: () => number;
}

/**
 * Opens the record in a migrated database.
 * @throws DATABASE_UNAVAILABLE
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { node, clock, ids, keyRing, dispatches = true, elapsed = () => performance.now() } = options;
  const { database, fence } = openFenced(openDatabase(options), elapsed);
  const changeLog = new ChangeLog(database, node);
  const counters = createCounters(database);
  const writerNumber = createWriterNumber(counters);
  const hybridClock = createHybridClock(clock, { node, writer: () => writerNumber.get() });
  const latest = await changeLog.latestStamp();
  // A wall clock that was set back must not make new changes look older than those already logged.
  if (latest !== undefined) hybridClock.observe(latest);
  const epoch = await openEpoch(database, clock);
  const steadyTime = createSteadyTime(database, elapsed);
  const moments = createMoments({ database, clock, ids });
  const writer = createWriter({ database, changeLog, hybridClock, moments, node });
  const outbox = createOutbox({ database, clock, ids, dispatches });
  const homes = createHomes(database, node, { changeLog, hybridClock });
  const watched = watchWrites(database, clock);

  return {
    dialect: database.dialect.name,
    node,
    admission: () => fence.look(),
    ...createReader(database),
    ...createQuerying(database, clock),
    ...createConditionReads(database),
    ...createSodAccess(database),
    ...createExpiringPasswords(database),
    ...createChangedMails(database),
    readsFor: (owner) => createCallersReads(database, owner),
    ...writer,
    ...watched,
    async transaction(run) {
      await writerNumber.take();
      return watched.transaction(run);
    },
    afterCommit: (run) => database.transactions.afterCommit(run),
    nextNumber: (counter) => counters.next(counter),
    nextNumbers: (names) => counters.nextOfAll(names),
    hasEffect: () => isEffect(changesSoFar()),
    fingerprint: (words) => keyRing.fingerprint("audited words", words),
    csrfToken: (sessid) => keyRing.fingerprint("session in a browser", sessid),
    isCsrfToken: (sessid, token) => keyRing.isFingerprint("session in a browser", sessid, token),
    passwordMark: (userKey, password) => keyRing.fingerprint("earlier password", markedText(userKey, password)),
    isPasswordMark: (userKey, password, mark) =>
      keyRing.isFingerprint("earlier password", markedText(userKey, password), mark),
    async distinctNumber(counter) {
      const [number] = await counters.distinct(counter, 1);
      return number as number;
    },
    ...createAudit({
      writer,
      distinct: (counter, count) => counters.distinct(counter, count),
      clock,
      ids,
      node,
      keyRing,
    }),
    restoreMark: createRestoreMark(database),
    epoch,
    steadyTime,
    auditChain: createAuditChain({ database, clock, epoch, keys: keyRing }),
    auditCheck: createAuditCheck(database, keyRing),
    auditCheckFor: (owner) => createAuditCheck({ read: callersRead(database, owner) }, keyRing),
    auditDeliveries: createAuditDeliveries({ database, clock, ids }),
    sessions: createSessions(database, node),
    heldGrantsFor: (owner) => createHeldGrants({ read: callersRead(database, owner) }),
    imagined: (owner, overlay) => createImaginedReads(database, (by) => callersRead(database, by), { owner, overlay }),
    accessDifferences: (owner) =>
      createAccessDifferences({ dialect: database.dialect, read: callersRead(database, owner) }),
    summariseSessions: (period, owner) => summarise(database, period, owner),
    figuresFor: (owner, asked) => readFigures(callersRead(database, owner), asked),
    closeDays: () => closeDays(database, clock),
    changeLog,
    requestLedger: createRequestLedger({ database, writer, clock, ids, keys: keyRing, node, homes }),
    notices: createNotices({ writer, clock, ids }),
    outbox,
    moments,
    steps: createSteps(database, clock),
    keptAnswers: createKeptAnswers(database, { clock, steadyTime, keyRing }),
    staging: createStaging(database),
    loads: createLoads(database, createSetWriter({ database, changeLog, hybridClock, node })),
    changeTokens: createChangeTokens(database, clock),
    proxyCalls: createProxyCalls(database, { clock, steadyTime }),
    homes,
    replication: createReplication({ database, changeLog, hybridClock, keyRing, epoch, moments, outbox, clock, node }),
    vault: createVault({ database, writer, keyRing }),
    seal: (secret, at) => keyRing.seal(secret, at),
    unseal: (text, at) => keyRing.unseal(text, at),
    close: () => database.close(),
  };
}

/** Returns the text for a mark of one user, so that marks do not show when two users have the same password. */
function markedText(userKey: string, password: Secret): string {
  return password.use((text) => JSON.stringify([userKey, text]));
}
