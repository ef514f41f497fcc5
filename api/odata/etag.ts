import { ServiceError } from "#domain/errors.ts";

/** The entity tag of a row at a version. */
export function etagOf(version: unknown): string | null {
  return typeof version === "number" ? `W/"${version}"` : null;
}

/** Whether a header If-Match or If-None-Match names this tag; strength does not count. */
export function namesTag(header: string, etag: string | null): boolean {
  const names = header.split(",").map((part) => part.trim().replace(/^W\//i, ""));
  return names.includes("*") || (etag !== null && names.includes(etag.replace(/^W\//, "")));
}

/**
 * The versions that If-Match asks for: `any`, or those whose tags are named.
 * @throws HEADER_INVALID
 */
export function versionsOf(header: string): "any" | readonly number[] {
  const names = header.split(",").map((part) => part.trim());
  if (names.includes("*")) return "any";
  return names.map((name) => {
    const version = /^(?:W\/)?"([^"]*)"$/i.exec(name)?.[1];
    if (version === undefined) {
      throw new ServiceError("HEADER_INVALID", {
        message: 'If-Match must be * or entity tags such as W/"3". Take the one that the entity was read with.',
        target: "If-Match",
      });
    }
    // A tag of another make matches no version.
    return /^\d{1,15}$/.test(version) ? Number(version) : -1;
  });
}
