const root = "/react";
// Paths that are served themselves and do not stand for a page.
const served = /^\/react\/(?:|assets\/[^/]*|favicon\.svg|session|session\/[^/]*)$/i;
const belowRoot = /^\/react(?:\/|$)/;

/**
 * Returns the target of an address below `/react/` whose page stands behind `#`: `/react/<path>?q` becomes
 * `/react/#/<path>?q`, letter by letter as sent. Undefined if the address is served itself. Source: specification 2
 * (12.9.0).
 */
export function pageAddress(path: string, query: string): string | undefined {
  if (!belowRoot.test(path)) return undefined;
  const page = path.slice(root.length + 1);
  const isServed = served.test(path) && (query === "" || page !== "");
  if (isServed) return undefined;
  if (path === root && query === "") return `${root}/`;
  const address = `${root}/#/${page}${query === "" ? "" : `?${query}`}`;
  return address.replaceAll(/[^!-[\]-~]/g, percentCoded);
}

/** Returns the percent codes of the bytes of a character that a header cannot hold, or that a browser misreads (CVE-2024-39694). */
function percentCoded(character: string): string {
  return [...Buffer.from(character, "latin1")]
    .map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`)
    .join("");
}
