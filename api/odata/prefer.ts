import { pageSizeMax } from "#domain/limits.ts";

import type { RouteCall } from "../route.ts";

/** Preferences of a caller, as far as the service supports them (RFC 7240). */
export interface Preferences {
  /** Body of the answer to a write: the entity (`representation`) or none (`minimal`). */
  readonly return?: "minimal" | "representation";
  /** Preferred number of entities of a page, at most the largest allowed. */
  readonly maxPageSize?: number;
  /** True if a batch continues after a failed part. */
  readonly continueOnError?: boolean;
}

const none: Preferences = {};

/** Reads the header Prefer. Preferences that the service does not know, or cannot read, are left out. */
export function preferencesOf(headers: RouteCall["headers"]): Preferences {
  const { prefer } = headers;
  if (prefer === undefined) return none;
  const given = new Map<string, string>();
  for (const part of [prefer].flat().join(",").split(/[,;]/)) {
    const [name = "", value = "true"] = part.split("=", 2).map((text) => text.trim().toLowerCase());
    const known = name.replace(/^odata\./, "");
    if (!given.has(known)) given.set(known, value.replaceAll('"', ""));
  }
  const wanted = given.get("return");
  const size = /^\d{1,9}$/.test(given.get("maxpagesize") ?? "") ? Number(given.get("maxpagesize")) : 0;
  const goesOn = given.get("continue-on-error");
  return {
    ...(wanted === "minimal" || wanted === "representation" ? { return: wanted } : {}),
    ...(size > 0 ? { maxPageSize: Math.min(size, pageSizeMax) } : {}),
    ...(goesOn === undefined ? {} : { continueOnError: goesOn !== "false" }),
  };
}

/** Returns the header that names the applied preferences; no header if there are none. */
export function preferenceApplied(applied: readonly (string | undefined)[]): Record<string, string> {
  const names = applied.filter((name) => name !== undefined);
  return names.length === 0 ? {} : { "preference-applied": names.join(", ") };
}
