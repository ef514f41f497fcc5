import type { Caller } from "./context.ts";

const audited = new WeakSet<object>();

/** Marks a refusal as audited, so that no other place counts it again. */
export function markAudited(caller: Caller, error?: unknown): void {
  audited.add(caller);
  if (typeof error === "object" && error !== null) audited.add(error);
}

/** Reports whether a refusal of this caller's call, or this error, is in the audit. */
export function isAudited(caller: Caller | undefined, error: unknown): boolean {
  if (caller !== undefined && audited.has(caller)) return true;
  return typeof error === "object" && error !== null && audited.has(error);
}
