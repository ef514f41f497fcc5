import type { ChildProcess } from "node:child_process";

import type { PartState } from "#platform/management/management-server.ts";
import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";

import type { ChildMessage, Question } from "./lifecycle.ts";
import type { AskedProcess } from "./supervised-management.ts";

/** Answer of a child to a question. */
type ChildAnswer = Extract<ChildMessage, { readonly id: number }>;

/** Makes the questions to a child. Each has an answer or none in time; what the child says of its counts is kept however late it comes. */
export function askChild(child: ChildProcess): AskedProcess {
  const waiting = new Map<number, (answer: ChildAnswer | undefined) => void>();
  let last: MetricSnapshot | undefined;
  let latestId = 0;
  child.on("message", (message: ChildMessage) => {
    if (message.type === "counts" || message.type === "values") last = message.snapshot;
    // What a former process had counted is kept apart.
    if (message.type === "takenOver") last = undefined;
    if (message.type === "parts" || message.type === "values") waiting.get(message.id)?.(message);
  });
  const ask = (wants: Question["wants"], withinMs: number) =>
    new Promise<ChildAnswer | undefined>((resolve) => {
      latestId += 1;
      const id = latestId;
      const end = (answer: ChildAnswer | undefined) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => end(undefined), withinMs);
      waiting.set(id, end);
      if (!child.connected) return end(undefined);
      const question: Question = { type: "asked", id, wants };
      child.send(question, (error) => error && end(undefined));
    });
  return {
    async parts(withinMs): Promise<Readonly<Record<string, PartState>> | undefined> {
      const answer = await ask("parts", withinMs);
      return answer?.type === "parts" ? answer.parts : undefined;
    },
    async values(withinMs): Promise<MetricSnapshot | undefined> {
      const answer = await ask("values", withinMs);
      return answer?.type === "values" ? answer.snapshot : undefined;
    },
    lastCounts: () => last,
  };
}
