const root = "/react";
// What is served itself, and does not stand for a page.
const served = /^\/react\/(?:|assets\/[^/]*|favicon\.svg|session|session\/[^/]*)$/i;
const belowRoot = /^\/react(?:\/|$)/;

/**
 * Where an address below `/react/` leads whose page stands behind `#`: `/react/<path>?q` to `/react/#/<path>?q`, letter by letter as
 * it was sent. Undefined where it is served itself. Source: specification 2 (12.9.0).
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

/** What a header cannot hold, or a browser takes for something else (CVE-2024-39694), in percent codes of its bytes. */
function percentCoded(character: string): string {
  return [...Buffer.from(character, "latin1")]
    .map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`)
    .join("");
}
