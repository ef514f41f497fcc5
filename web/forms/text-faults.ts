import { CallError, faultsByField } from "../base/call-error.ts";
import type { Say } from "../messages/text.ts";

const place = /^(?<field>[^:]+):(?<line>\d+):(?<column>\d+)$/;

/** Returns the errors of the service about a multi-line text, each with its place; undefined if there are none. */
export function textFaults(error: unknown, field: string, say: Say): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { target = "", message, details } = error;
  const told = details.length > 0 ? details : [{ target, message }];
  const words = told.flatMap((fault) => {
    const { field: named = fault.target, line, column } = place.exec(fault.target ?? "")?.groups ?? {};
    if (named !== field) return [];
    return [
      line === undefined || column === undefined
        ? fault.message
        : say("fault.at", { line, column, message: fault.message }),
    ];
  });
  return words.length === 0 ? undefined : words.join("\n");
}

/** Returns the errors of the service about a field, or about items of its list; undefined if there are none. */
export function fieldFault(error: unknown, field: string, say: Say): string | undefined {
  const own = textFaults(error, field, say);
  if (own !== undefined || !(error instanceof CallError)) return own;
  const ofItems = [...faultsByField(error)].filter(([target]) => target.startsWith(`${field}.`));
  return ofItems.length === 0 ? undefined : ofItems.map(([, message]) => message).join("\n");
}
