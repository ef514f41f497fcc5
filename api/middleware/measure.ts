import { otherLabel } from "#domain/metrics/metric-definition.ts";
import { interfaceNames } from "#domain/metrics/metric-table.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";

import type { FoundSoFar, Middleware } from "../call-state.ts";

const hundred = 100;
const healthPaths = ["/health", "/ready"];

/** Counts each call by its route, which is a pattern of the table of routes and nothing that the caller wrote. */
export function measure(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    const startedMs = performance.now();
    await next();
    const { route }: FoundSoFar = ctx.state;
    const status = `${Math.floor(ctx.res.statusCode / hundred)}xx`;
    const path = route?.path ?? otherLabel;
    metrics.count("httpRequests", {
      route: path,
      method: route?.method ?? ctx.req.method ?? otherLabel,
      class: status,
    });
    metrics.observe("httpSeconds", { interface: interfaceOf(path) }, (performance.now() - startedMs) / 1000);
  };
}

function interfaceOf(path: string): string {
  const first = healthPaths.includes(path) ? "health" : path.split("/", 2)[1];
  return interfaceNames.find((name) => name === first) ?? otherLabel;
}
