import type { KitResult } from "./rule.ts";

/** Writes one line of output. */
export type WriteLine = (line: string) => void;

/**
 * Writes the results of rules as TAP: one line per rule, at the end `N passed, N failed`. Returns 0 if every rule holds, 1 if some
 * do not.
 */
export async function writeTap(count: number, rules: AsyncIterable<KitResult>, write: WriteLine): Promise<number> {
  write("TAP version 14");
  write(`1..${count}`);
  const results: KitResult[] = [];
  for await (const result of rules) {
    results.push(result);
    for (const line of tapOf(result, results.length)) write(line);
  }
  return summary(results, write);
}

function tapOf({ rule, ok, message, leftOut }: KitResult, number: number): string[] {
  const line = `${ok ? "ok" : "not ok"} ${number} - ${rule}`;
  if (leftOut) return [`${line} # SKIP ${message}`];
  if (ok) return [line];
  return [line, "  ---", `  message: ${JSON.stringify(message)}`, "  ..."];
}

function summary(results: readonly KitResult[], write: WriteLine): number {
  const failed = results.filter(({ ok }) => !ok).length;
  for (const line of leftOutLines(results)) write(`# ${line}`);
  const leftOut = results.filter((result) => result.leftOut).length;
  write(`${results.length - failed - leftOut} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Lists the rules left out, grouped by reason. They are printed last, where they are read. */
export function leftOutLines(results: readonly KitResult[]): string[] {
  const leftOut = results.filter((result) => result.leftOut);
  if (leftOut.length === 0) return [];
  const reasons = Map.groupBy(leftOut, ({ message }) => message);
  const lines = [...reasons].flatMap(([reason, rules]) => [`${reason}:`, ...rules.map(({ rule }) => `  ${rule}`)]);
  return [`${leftOut.length} of ${results.length} rules do not apply`, ...lines];
}
