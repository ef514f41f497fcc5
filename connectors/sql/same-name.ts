import { isSameName } from "#connectors/contract/index.ts";

import type { SqlOptions } from "./address.ts";
import { anyHost, parseName } from "./mariadb/names.ts";

/**
 * Whether two spellings name the same account or role: on MariaDB and MySQL a name without a host has the usual one. Case counts
 * everywhere. Whether the server lets a host be a name is not known here, so what is the same in one of both readings is.
 */
export function isSameSqlName(one: string, other: string, { product, defaultHost = anyHost }: SqlOptions): boolean {
  if (product === "postgresql") return isSameName(one, other, true);
  return [true, false].some((hostNames) => {
    const rules = { defaultHost: defaultHost.toLowerCase(), hostNames };
    const [a, b] = [parseName(one, rules), parseName(other, rules)];
    return isSameName(a.user, b.user, true) && a.host === b.host;
  });
}
