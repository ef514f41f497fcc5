import { countsEveryMs } from "#domain/metric-limits.ts";
import type { PartState } from "#platform/management/management-server.ts";
import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";

import { type Order, type Question, tellSupervisor } from "./lifecycle.ts";

/** Answers of a process to its supervisor. */
export interface ChannelAnswers {
  /** Returns the state of each part, in limited time. */
  parts(): Promise<Readonly<Record<string, PartState>>>;
  /** Returns all metrics with those of the record, in limited time. */
  values(): Promise<MetricSnapshot>;
  /** Returns the metrics as they are. */
  counts(): Promise<MetricSnapshot>;
}

/** Channel to the supervisor. */
export interface SupervisorChannel {
  /** Reports the last counts. */
  close(): Promise<void>;
}

/** Answers the questions of the supervisor, and reports the counts time and again, so that little is lost with a process that is killed. */
export function openSupervisorChannel({ parts, values, counts }: ChannelAnswers): SupervisorChannel {
  const report = async () => tellSupervisor({ type: "counts", snapshot: await counts() });
  const answer = async ({ id, wants }: Question) => {
    if (wants === "parts") tellSupervisor({ type: "parts", id, parts: await parts() });
    else tellSupervisor({ type: "values", id, snapshot: await values() });
  };
  const hear = (order: Order) => void (order.type === "asked" && answer(order));
  process.on("message", hear);
  const reporting = setInterval(() => void report(), countsEveryMs).unref();
  return {
    async close() {
      clearInterval(reporting);
      process.off("message", hear);
      await report();
    },
  };
}
