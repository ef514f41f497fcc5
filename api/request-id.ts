import type { Ids } from "#platform/ids.ts";

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

/** Returns the ID that leads through log, operation, workflow and audit: the caller's own if it is well-formed, else a new one. */
export function requestIdOf(header: string | string[] | undefined, ids: Ids): string {
  return typeof header === "string" && wellFormed.test(header) ? header : ids.guid();
}
