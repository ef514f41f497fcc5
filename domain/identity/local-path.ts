import { localPathMaxCharacters } from "../limits.ts";

// Browsers drop TAB, LF and CR at any place, and read a backslash as a slash (CVE-2024-39694).
// oxlint-disable-next-line no-control-regex -- it is they that are refused
const oneSlash = /^\/(?![/\\])[^\x00-\x1f\x7f\\]*$/;

/**
 * Returns the text if it is a path that no browser follows away from the origin, else undefined. Every address of the service that a caller
 * names for a redirect passes through here. Source: domain rules 7, CVE-2024-39694.
 */
export function localPath(given: string, origin: string): string | undefined {
  if (given.length > localPathMaxCharacters || !oneSlash.test(given)) return undefined;
  if (!URL.canParse(given, origin)) return undefined;
  return new URL(given, origin).origin === new URL(origin).origin ? given : undefined;
}
