import { pageSizeMax } from "#domain/limits.ts";

import type { RouteCall } from "../route.ts";

/** What a caller would like, of what the service can do (RFC 7240). */
export interface Preferences {
  /** Whether a write answers the entity. */
  readonly return?: "minimal" | "representation";
  /** Entities of a page, at most the largest there is. */
  readonly maxPageSize?: number;
  /** Whether a batch goes on behind a part that failed. */
  readonly continueOnError?: boolean;
}

const none: Preferences = {};

/** Reads the header Prefer; what the service does not know, or cannot read, it leaves out. */
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

/** The header that says which preferences were followed; none where none was. */
export function preferenceApplied(applied: readonly (string | undefined)[]): Record<string, string> {
  const names = applied.filter((name) => name !== undefined);
  return names.length === 0 ? {} : { "preference-applied": names.join(", ") };
}
