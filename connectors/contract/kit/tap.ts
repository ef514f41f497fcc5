import type { KitResult } from "./rule.ts";

/** Takes one line of output. */
export type WriteLine = (line: string) => void;

/**
 * Writes what became of some rules as TAP: one line per rule, at the end `N passed, N failed`. Gives 0 where every rule holds,
 * and 1 where some do not.
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
  const leftOut = results.filter((result) => result.leftOut).length;
  if (leftOut > 0) write(`# ${leftOut} rules do not apply`);
  write(`${results.length - failed - leftOut} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
