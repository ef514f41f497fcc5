import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { parseSegment, splitPath } from "#api/path.ts";

import { benchSize } from "../bench-size.ts";

/** Typical addresses of clients, short and long, plain and percent-encoded. */
const addresses = [
  "/v2/accounts('0a0b0c0d-0000-1111-2222-333344445555')",
  "/v2/accounts('TS1%7Cjsmith')?$select=key,displayId,enabled",
  "/v2/targetSystems('AD1')/accounts?$top=100&$count=true",
  "/v2/accounts?$filter=displayId eq 'jsmith' and targetSystemKey eq 'AD1'",
  "/v2/accounts?$filter=displayId%20eq%20%27jsmith%27%20and%20not%20locked&$orderby=displayId%20desc%2Ckey",
  "/v2/accounts?$filter=startswith(tolower(longId),'cn=') and lastPasswordChange lt 2026-01-01T00:00:00Z or enabled eq false",
  "/v2/users?$expand=accounts($select=key,displayId;$filter=enabled eq true;$expand=targetSystem($select=id,description))&$top=100",
  "/v2/users?$filter=accounts/any(a:a/targetSystem/mode eq 'manual' and a/locked) and displayName ne null",
  "/v2/requests?$filter=status in ('O','W','P') and active eq true&$orderby=number desc&$top=50&$skip=100",
  "/v2/accounts?$search=smith%20OR%20jones&$select=displayId&$compute=length(displayId)%20as%20size&$format=json",
];
const rounds = 3;
const times = benchSize(10, 3_000);

/** Parses a mix of addresses and reports the time for one, the best of three rounds. */
export async function benchParse(): Promise<string> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let time = 0; time < times; time++) for (const address of addresses) parse(address);
    best = Math.min(best, ((performance.now() - start) * 1000) / (times * addresses.length));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return `parse: ${best.toFixed(1)} µs per URL`;
}

/** Parses an address as the service does when it sees the address for the first time. */
function parse(address: string): void {
  const [path = "", query = ""] = address.split("?", 2);
  for (const segment of splitPath(path)) parseSegment(segment);
  parseQuery(query);
}
