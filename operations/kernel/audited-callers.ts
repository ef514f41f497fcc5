import type { Caller } from "./context.ts";

const audited = new WeakSet<object>();

/** Remembers that a refusal is in the audit, so that no other place counts it once more. */
export function markAudited(caller: Caller, error?: unknown): void {
  audited.add(caller);
  if (typeof error === "object" && error !== null) audited.add(error);
}

/** True where a refusal of this caller's call, or this error of it, is in the audit. */
export function isAudited(caller: Caller | undefined, error: unknown): boolean {
  if (caller !== undefined && audited.has(caller)) return true;
  return typeof error === "object" && error !== null && audited.has(error);
}
