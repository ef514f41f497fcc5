import { bindItemCondition, bindUserCondition } from "#bin/read-conditions.ts";
import { openPolicies } from "#bin/stored-policies.ts";
import { openSettings } from "#bin/stored-settings.ts";
import { AggregatedRefusals } from "#operations/kernel/aggregated-refusals.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { nodesOf } from "#operations/nodes/engine/nodes-of.ts";
import { serviceTables } from "#operations/tables/service-tables.ts";
import { createBreachedList } from "#platform/breached-passwords/breached-list.ts";
import type { Clock } from "#platform/clock.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type Metrics, noMetrics } from "#platform/metrics/metrics.ts";
import { readSettings, type Settings } from "#platform/settings/settings.ts";
import { createPluginHost } from "#plugins/host/plugin-host.ts";
import type { PolicyEngine } from "#policies/engine.ts";
import { type ChangeFollower, createChangeFeed } from "#store/changes/change-feed.ts";
import type { Row } from "#store/tables.ts";

import { createQuickHasher } from "./quick-hasher.ts";
import { openTestStore, type TestStore } from "./store.ts";

/** Services of operations on an empty database of their own. */
export interface TestService extends TestStore {
  readonly context: ServiceContext;
  /** Feed of changes; it follows other processes if the test says so. */
  readonly changes: ChangeFollower;
}

/** Options of a test's services. */
export interface TestServiceOptions {
  /** An open store, in place of an empty one. */
  readonly opened?: TestStore;
  readonly clock?: Clock;
  readonly elapsed?: () => number;
  readonly settings?: Partial<Settings>;
  readonly dialect?: "sqlite" | "mariadb";
  readonly nudge?: () => void;
  readonly log?: ServiceContext["log"];
  readonly metrics?: Metrics;
  /** Policies in place of the stored and the default ones. */
  readonly policies?: PolicyEngine;
  readonly passwords?: ServiceContext["passwords"];
  /** Tables of the service in place of its own. */
  readonly tables?: ServiceContext["tables"];
  /** True to follow changes of other processes; false = only the own ones arrive. */
  readonly follow?: boolean;
}

/** Opens an empty store with the real services of operations. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const clock = options.clock ?? systemClock;
  const opened =
    options.opened ??
    (await openTestStore({
      clock,
      ...(options.elapsed && { elapsed: options.elapsed }),
      ...(options.dialect && { dialect: options.dialect }),
    }));
  const start = {
    ...readSettings({
      GATEHOUSE_DATA: opened.folder,
      DATABASE_URL: opened.databaseUrl,
    }),
    sameRequestsOpen: 1e3,
    requestsOpenPerPerson: 1e5,
    ...options.settings,
  };
  const log = options.log ?? createLogger({ module: "test", level: "silent" });
  const { changeLog } = opened.store;
  const changes = createChangeFeed({ changeLog, clock, log, pollMs: start.changesPollMs });
  if (options.follow) await changes.start();
  const policies = await openPolicies(opened.store, { log, changes });
  const stored = await openSettings(start, opened.store, { log, changes });
  const gathered = new AggregatedRefusals({ store: opened.store, clock, ids: systemIds, log });
  const plugins = createPluginHost({ folder: start.pluginFolder, log, clock });
  const breachedPasswords = createBreachedList(start.breachedPasswordsFile);
  const context: ServiceContext = {
    store: opened.store,
    nodes: nodesOf({ store: opened.store, clock, ids: systemIds, log }),
    policies: options.policies ?? policies.engine,
    reloadPolicies: () => policies.reload(),
    clock,
    ids: systemIds,
    log,
    metrics: metricsOf(options),
    settings: stored.settings,
    reloadSettings: () => stored.reload(),
    passwords: options.passwords ?? createQuickHasher(),
    breachedPasswords,
    plugins,
    changes,
    gathered,
    tables: options.tables ?? serviceTables,
    userCondition: bindUserCondition,
    itemCondition: bindItemCondition,
    nudge: options.nudge ?? (() => undefined),
  };
  return {
    ...opened,
    context,
    changes,
    async close() {
      policies.stop();
      stored.stop();
      await changes.stop();
      await plugins.close();
      await breachedPasswords.close();
      await gathered.close();
      await opened.close();
    },
  };
}

function metricsOf({ metrics = noMetrics }: TestServiceOptions): Metrics {
  return metrics;
}

/** Returns a signed-in user as a door makes one. */
export function callerOf(
  { key, id, superuser }: Pick<Row<"users">, "key" | "id" | "superuser">,
  part: Partial<Caller> = {},
): Caller {
  return {
    kind: "user",
    key,
    id,
    superuser,
    classes: [],
    sessid: `session-${id}`,
    module: "rest",
    requestId: `call-${id}`,
    // A caller without a session in a test has proved the identity.
    provedAt: Number.MAX_SAFE_INTEGER,
    ...part,
  };
}
