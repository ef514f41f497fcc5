import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import type { ShownFailure } from "#operations/proxies/list-failed-connectors.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "./route.ts";

/** Checks whether one part answers; rejects while it does not. */
export type HealthCheck = () => Promise<void>;

const checkTimeoutMs = 2_000;
const keptMs = 1_000;

interface Readiness {
  readonly status: "ready" | "unready";
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
}

/** Returns the connectors that proxies could not load; rejects while the database does not answer. */
export type FailedConnectors = () => Promise<readonly ShownFailure[]>;

/** Sources of the routes. */
export interface HealthOptions {
  readonly checks: Readonly<Record<string, HealthCheck>>;
  readonly failedConnectors?: FailedConnectors | undefined;
  readonly failedPlugins?: () => readonly FailedPlugin[];
  /** Returns true once the process is about to end: what was answered before counts no longer. */
  readonly isLeaving?: (() => boolean) | undefined;
}

/**
 * Returns the routes `/health` and `/ready`. `/health` shows that the process answers, the connectors that proxies
 * could not load, as far as known, and the plug-ins that fail. `/ready` shows which of its parts answer (503 while one
 * does not).
 */
export function healthRoutes({
  checks,
  failedConnectors = () => Promise.resolve([]),
  failedPlugins = () => [],
  isLeaving = () => false,
}: HealthOptions): readonly RouteDefinition[] {
  const health = kept(async (): Promise<RouteAnswer> => {
    // A database that is down concerns only /ready.
    const failed = await withinTime(checkTimeoutMs, failedConnectors()).catch(() => []);
    const plugins = failedPlugins();
    const failures = {
      ...(failed.length > 0 && { failedConnectors: failed }),
      ...(plugins.length > 0 && { failedPlugins: plugins }),
    };
    return { status: 200, body: { status: "ok", ...failures } };
  });
  const check = ({ context }: RouteCall) =>
    runChecks(checks, (name, err) => {
      if (!isLeaving()) context.log.warn({ check: name, err }, "not ready");
    });
  const [before, after] = [kept(check), kept(check)];
  const ready: RouteDefinition["handler"] = (call) => (isLeaving() ? after(call) : before(call));
  return [
    { method: "GET", path: "/health", policy: null, rate: "none", handler: health },
    { method: "GET", path: "/ready", policy: null, rate: "none", handler: ready },
  ];
}

/** Caches an answer for a moment, so that frequent calls do not keep the parts busy. */
function kept(answer: (call: RouteCall) => Promise<RouteAnswer>): RouteDefinition["handler"] {
  let last: { readonly atMs: number; readonly answer: Promise<RouteAnswer> } | undefined;
  return (call) => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs > keptMs) last = { atMs: nowMs, answer: answer(call) };
    return last.answer;
  };
}

async function runChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  report: (name: string, error: unknown) => void,
): Promise<RouteAnswer> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withinTime(checkTimeoutMs, check());
        return [name, "ok"] as const;
      } catch (error) {
        report(name, error);
        return [name, "failed"] as const;
      }
    }),
  );
  const ready = results.every(([, result]) => result === "ok");
  const body: Readiness = { status: ready ? "ready" : "unready", checks: Object.fromEntries(results) };
  return ready ? { status: 200, body } : { status: 503, body, headers: { "retry-after": "1" } };
}
