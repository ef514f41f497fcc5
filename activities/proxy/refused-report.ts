import type { Outcome } from "#domain/requests/order.ts";

import type { ProxyCallError } from "./signed-calls.ts";

const unreadable: ReadonlySet<number> = new Set([400, 413, 422]);

/** Returns true if the API cannot read the report itself: the same one would be refused the next time too. */
export function isUnreadable({ status }: ProxyCallError): boolean {
  return unreadable.has(status);
}

/** Returns the outcome without the part that the API may not accept, and with a message that says so; undefined if it has no such part. */
function withoutDetails(outcome: Outcome, reason: string): Outcome | undefined {
  const { object, output, server, ...rest } = outcome;
  if (object === undefined && output === undefined && server === undefined) return undefined;
  const message = [rest.message, `The service did not take the report of what the target shows: ${reason}`];
  return { ...rest, message: message.filter((words) => words !== undefined).join("\n") };
}

/** Returns the end of an order whose report is refused in any form, so that it is not repeated forever. */
function endOf({ operationKey, sends }: Outcome, reason: string): Outcome {
  const message = `What has become of it is not known: the service did not take the report. ${reason}`;
  return { operationKey, sends, result: "F", code: "internal", message };
}

/** Returns the next form for a report that could not be read; undefined if there is none. */
export function nextForm(refused: Outcome, reason: string): Outcome | undefined {
  const { tried, opened, ...rest } = refused;
  const isEnd = tried === undefined && opened === undefined && rest.result === "F" && rest.code === "internal";
  return withoutDetails(refused, reason) ?? (isEnd ? undefined : endOf(refused, reason));
}
