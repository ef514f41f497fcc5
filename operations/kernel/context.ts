import type { ModuleName } from "#domain/module-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import type { BreachedList } from "#platform/breached-passwords/breached-list.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { Nodes } from "#platform/nodes/nodes.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { PluginHost } from "#plugins/host/plugin-host.ts";
import type { PolicyEngine } from "#policies/engine.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { Store } from "#store/store.ts";

import type { PasswordHasher } from "../proofs/password-hasher.ts";
import type { AggregatedRefusals } from "./aggregated-refusals.ts";
import type { SeenRow } from "./seen-row.ts";
import type { ServiceTables } from "./service-tables.ts";

/** Services of every operation in one process; composed once, in bin. */
export interface ServiceContext {
  readonly store: Store;
  /** Nodes of the installation that are available. */
  readonly nodes: Nodes;
  readonly policies: PolicyEngine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Recorder of the metrics of this process. */
  readonly metrics: Metrics;
  /** Active settings of this process. Stored changes that apply at once appear in this object, so it is read at each use. */
  readonly settings: Settings;
  readonly passwords: PasswordHasher;
  readonly breachedPasswords: BreachedList;
  readonly plugins: PluginHost;
  /** Reloads the stored policies into `policies` now; undefined in a process that keeps its first ones. */
  reloadPolicies?(): Promise<void>;
  /** Reloads the stored settings into `settings` now; undefined in a process that keeps its first ones. */
  reloadSettings?(): Promise<void>;
  /** Feed of the commits of this process and of others. */
  readonly changes: ChangeFeed;
  /** Refused calls of strangers, which are audited together. */
  readonly gathered: AggregatedRefusals;
  readonly tables: ServiceTables<CallContext>;
  /**
   * Binds a condition on users in the language of $filter, as a person wrote it.
   * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN and the other codes of a $filter, with the place and the remedy
   */
  userCondition(text: string): Promise<Expression>;
  /**
   * Binds a condition on catalog items in the language of $filter, as a person wrote it.
   * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN and the other codes of a $filter, with the place and the remedy
   */
  itemCondition(text: string): Promise<Expression>;
  /** Wakes the outbox dispatch of this process after a commit; never fails, never waits. */
  nudge(): void;
  /** Receives the operation identifier of this call, once it is committed (specification 5.7). */
  accepted?(operationId: string): void;
  /** Throws unless a condition of this call holds when its transaction begins, after its policies. */
  precondition?(context: Pick<ServiceContext, "store" | "settings" | "log" | "tables">): Promise<void>;
  /** Collector of the rows that this call was allowed to see, if its answer is stored. */
  readonly seen?: SeenRow[];
  /** Rows that the first execution of a repeated call saw: its policies are asked again, and nothing is done. */
  readonly before?: readonly SeenRow[];
  /** Set if this call belongs to an atomic group. */
  readonly together?: Together;
}

/** Services for a call of an atomic group. */
export interface Together {
  /** Returns the result that an operation prepared before the group's transaction, or prepares it now if that was not possible. */
  prepared<T>(operation: string, prepare: () => Promise<T>): Promise<T>;
  /** True while the call only prepares: its result then is no answer, and nothing of it is counted or audited. */
  readonly isPreparing: boolean;
  /** True if the call is the only one of its group, as one whose answer is stored. */
  readonly isAlone: boolean;
  /** Keeps the audit of a refusal until the transaction is rolled back, which would undo the audit too. */
  refused(error: unknown, audit: () => Promise<void>): void;
}

/**
 * Kind of a caller: a signed-in user, someone before sign-in, an enrolled proxy, managed host or password sender, another node, or the
 * service's own engine.
 */
export type CallerKind = "user" | "anonymous" | "proxy" | "managedHost" | "passwordSender" | "node" | "engine";

/** Caller, as authenticated at the entry point. */
export interface Caller {
  readonly kind: CallerKind;
  /** Key of the user; null if the caller is no user. */
  readonly key: string | null;
  /** ID of the user or the proxy, key of the managed host or password sender, name of the other node, or name of the engine's part. */
  readonly id: string;
  readonly superuser: boolean;
  /** User classes of the user. */
  readonly classes: readonly string[];
  /** Identifier of the access token. */
  readonly jti?: string;
  /** Scopes of the access token, separated by blanks; undefined without a token. */
  readonly scope?: string;
  /** ID of the session in the audit. */
  readonly sessid: string;
  /** Time at which the user proved their identity, milliseconds UTC; set if the call itself proves it and no session knows it. */
  readonly provedAt?: number;
  readonly module: ModuleName;
  readonly ip?: string;
  /** Identifier of the signed call of a proxy, managed host or password sender; each is accepted once, by one process. */
  readonly proxyCall?: string;
  /** Correlation ID, from the HTTP line through operation, workflow and proxy call to the audit row. */
  readonly requestId: string;
}

/** Services and caller of one call. */
export interface CallContext extends ServiceContext {
  readonly caller: Caller;
  /** Condition on the rows that the caller may see, for each policy checked by rows. */
  readonly visible: ReadonlyMap<string, Expression>;
  /** Identifier under which the call was accepted; null if the operation is not identified (specification 5.7). */
  readonly operationId: string | null;
  /** Time at which the call came, for its duration in the audit. */
  readonly startedAt: number;
}
