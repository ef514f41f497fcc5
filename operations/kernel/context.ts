import type { ModuleName } from "#domain/module-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { Logger } from "#platform/logs/log.ts";
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

/** What every operation of one process works with; composed once, in bin. */
export interface ServiceContext {
  readonly store: Store;
  /** Which nodes of the installation can be counted on. */
  readonly nodes: Nodes;
  readonly policies: PolicyEngine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** In force in this process; of what acts at once a stored change is seen in this object, so it is read where it is used. */
  readonly settings: Settings;
  readonly passwords: PasswordHasher;
  readonly plugins: PluginHost;
  /** Loads the stored policies into `policies` now; absent where a process keeps those it began with. */
  reloadPolicies?(): Promise<void>;
  /** Takes what is stored into `settings` now; absent where a process keeps those it began with. */
  reloadSettings?(): Promise<void>;
  /** What is committed, by this process and by others. */
  readonly changes: ChangeFeed;
  /** Refused calls of strangers, which are audited together. */
  readonly gathered: AggregatedRefusals;
  readonly tables: ServiceTables<CallContext>;
  /**
   * Binds a condition on users in the language of $filter, as a person wrote it.
   * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN and the other codes of a $filter, with the place and the way out
   */
  userCondition(text: string): Promise<Expression>;
  /** Tells the outbox dispatch of this process that something was committed; never fails, never waits. */
  nudge(): void;
  /** Is told under which identifier this one call was accepted, once that is committed (specification 5.7). */
  accepted?(operationId: string): void;
  /** What must hold for this one call when its transaction begins, after its policies; it throws where it does not. */
  precondition?(context: Pick<ServiceContext, "store" | "settings" | "log" | "tables">): Promise<void>;
  /** Takes down the rows that this one call was allowed to see, where its answer is kept. */
  readonly seen?: SeenRow[];
  /** Given where this one call was carried out before, with the rows of then: its policies are asked, and nothing is done. */
  readonly before?: readonly SeenRow[];
  /** Given where this call happens together with others or not at all. */
  readonly together?: Together;
}

/** What a call has to know when it happens together with others or not at all. */
export interface Together {
  /** What an operation has prepared before the transaction of all calls, or prepares now where that was not possible. */
  prepared<T>(operation: string, prepare: () => Promise<T>): Promise<T>;
  /** True while the call only prepares: how it ends then is no answer, and nothing of it is counted or audited. */
  readonly isPreparing: boolean;
  /** Keeps the audit of a refusal until the transaction is undone, which would undo the audit too. */
  refused(error: unknown, audit: () => Promise<void>): void;
}

/** Where a call comes from: a signed-in user, nobody yet, an enrolled proxy, an enrolled managed host, or the service's own engine. */
export type CallerKind = "user" | "anonymous" | "proxy" | "managedHost" | "engine";

/** Who calls, as it was authenticated at the door. */
export interface Caller {
  readonly kind: CallerKind;
  /** The user's key; null where no user calls. */
  readonly key: string | null;
  /** The user's id, the proxy's id, the key of the managed host, or the name of the part of the engine. */
  readonly id: string;
  readonly superuser: boolean;
  /** The user classes of the user. */
  readonly classes: readonly string[];
  /** Identifier of the access token. */
  readonly jti?: string;
  /** The scopes of the access token with blanks between them; absent where nobody showed one. */
  readonly scope?: string;
  /** The session in the audit. */
  readonly sessid: string;
  /** When the user proved who they are, where the call itself has shown it and no session knows; milliseconds UTC. */
  readonly provedAt?: number;
  readonly module: ModuleName;
  readonly ip?: string;
  /** What names the signed call of a proxy or a managed host; it is taken once, by whichever process. */
  readonly proxyCall?: string;
  /** Leads from the HTTP line through operation, workflow and proxy call to the audit row. */
  readonly requestId: string;
}

/** The services and the caller of one call. */
export interface CallContext extends ServiceContext {
  readonly caller: Caller;
  /** For each policy checked by rows: which rows the caller may see. */
  readonly visible: ReadonlyMap<string, Expression>;
  /** The identifier under which the call was accepted; null where the operation is not identified (specification 5.7). */
  readonly operationId: string | null;
  /** When the call came, for its duration in the audit. */
  readonly startedAt: number;
}
