import { CallError } from "../base/call-error.ts";
import type { Say } from "../messages/text.ts";

const place = /^(?<field>[^:]+):(?<line>\d+):(?<column>\d+)$/;

/** What the service has said against a text of several lines, each with its place; undefined = nothing. */
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
