import type { FailedPlugin } from "#domain/proxies/failed-plugin.ts";
import type { ShownFailure } from "#operations/proxies/list-failed-connectors.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import type { RouteAnswer, RouteCall, RouteDefinition } from "./route.ts";

/** Asks one part whether it answers; rejects while it does not. */
export type HealthCheck = () => Promise<void>;

const checkTimeoutMs = 2_000;
const keptMs = 1_000;

interface Readiness {
  readonly status: "ready" | "unready";
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
}

/** Gives the connectors that proxies could not load; rejects while the database does not answer. */
export type FailedConnectors = () => Promise<readonly ShownFailure[]>;

/**
 * `/health` says that the process answers, which connectors proxies could not load as far as that is known, and which plug-ins fail;
 * `/ready` says which of its parts answer (503 while one does not).
 */
export function healthRoutes(
  checks: Readonly<Record<string, HealthCheck>>,
  failedConnectors: FailedConnectors = () => Promise.resolve([]),
  failedPlugins: () => readonly FailedPlugin[] = () => [],
): readonly RouteDefinition[] {
  const health = kept(async (): Promise<RouteAnswer> => {
    // A database that is away is the business of /ready.
    const failed = await withinTime(checkTimeoutMs, failedConnectors()).catch(() => []);
    const plugins = failedPlugins();
    const failures = {
      ...(failed.length > 0 && { failedConnectors: failed }),
      ...(plugins.length > 0 && { failedPlugins: plugins }),
    };
    return { status: 200, body: { status: "ok", ...failures } };
  });
  const ready = kept(({ context }) =>
    runChecks(checks, (name, err) => context.log.warn({ check: name, err }, "not ready")),
  );
  return [
    { method: "GET", path: "/health", policy: null, rate: "none", handler: health },
    { method: "GET", path: "/ready", policy: null, rate: "none", handler: ready },
  ];
}

/** Keeps an answer for a moment, so that nobody can keep the parts busy with the question. */
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
