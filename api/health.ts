import type { RouteAnswer, RouteDefinition } from "./route.ts";

/** Asks one part whether it answers; rejects while it does not. */
export type HealthCheck = () => Promise<void>;

const checkTimeoutMs = 2_000;
const keptMs = 1_000;

interface Readiness {
  readonly status: "ready" | "unready";
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
}

/** `/health` says that the process answers, `/ready` which of its parts do (503 while one does not). */
export function healthRoutes(checks: Readonly<Record<string, HealthCheck>>): readonly RouteDefinition[] {
  // Kept for a moment, so that nobody can keep the parts busy with the question.
  let last: { readonly atMs: number; readonly answer: Promise<RouteAnswer> } | undefined;
  return [
    {
      method: "GET",
      path: "/health",
      policy: null,
      rate: "none",
      handler: () => Promise.resolve({ status: 200, body: { status: "ok" } }),
    },
    {
      method: "GET",
      path: "/ready",
      policy: null,
      rate: "none",
      handler: ({ context }) => {
        const nowMs = performance.now();
        if (last === undefined || nowMs - last.atMs > keptMs) {
          last = {
            atMs: nowMs,
            answer: runChecks(checks, (name, err) => context.log.warn({ check: name, err }, "not ready")),
          };
        }
        return last.answer;
      },
    },
  ];
}

async function runChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  report: (name: string, error: unknown) => void,
): Promise<RouteAnswer> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(check);
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

async function withTimeout(check: HealthCheck): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkTimeoutMs} ms`)), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
}
