import type { RecordedHistory } from "./history-file.ts";

interface RecordedEvent {
  readonly eventId: number;
  readonly [attributes: string]: unknown;
}

/** Returns the same history with a number of further wake-ups beside its last one, which a workflow handles as one. */
export function stretchedHistory({ events }: RecordedHistory, wakes: number): RecordedHistory {
  const recorded = events as readonly RecordedEvent[];
  const at = recorded.findLastIndex((event) => "workflowExecutionSignaledEventAttributes" in event);
  const [before, wake, after] = [recorded.slice(0, at), recorded[at], recorded.slice(at + 1)];
  if (!wake) throw new Error("This history has no wake.");
  const further = Array.from({ length: wakes }, (_, n) => ({ ...wake, eventId: wake.eventId + 1 + n }));
  return { events: [...before, wake, ...further, ...after.map((event) => moved(event, wake.eventId, wakes))] };
}

function moved(value: unknown, from: number, by: number): object {
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map((part) => movedPart("", part, from, by));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [name, movedPart(name, part, from, by)]),
  );
}

function movedPart(name: string, part: unknown, from: number, by: number): unknown {
  if (typeof part === "number" && /eventId$/i.test(name)) return part > from ? part + by : part;
  return typeof part === "object" && part !== null ? moved(part, from, by) : part;
}
