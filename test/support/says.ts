import type { TestAnswer } from "./api.ts";

/** Returns status, code and field of an answer that refuses. */
export function failure({ status, json }: TestAnswer): readonly unknown[] {
  return [status, json?.error?.code, json?.error?.target];
}

/** Returns code and field of the error with which a call of an operation fails, or `taken`. */
export function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "taken",
    ({ code, target }: { code: string; target?: string }) => `${code} ${target ?? ""}`.trim(),
  );
}

/** Returns code and message of the error with which a call of an operation fails, or `taken`. */
export function refusalText(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "taken",
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
}
