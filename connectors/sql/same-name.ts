import { isSameName } from "#connectors/contract/index.ts";

import type { SqlOptions } from "./address.ts";
import { anyHost, parseName } from "./mariadb/names.ts";

/**
 * Returns true if two spellings name the same account or role. Names are case-sensitive; on MariaDB and MySQL a name without a host
 * has the default one. It is not known here whether the server allows host names, so names that are equal in either reading are the
 * same.
 */
export function isSameSqlName(one: string, other: string, { product, defaultHost = anyHost }: SqlOptions): boolean {
  if (product === "postgresql") return isSameName(one, other, true);
  return [true, false].some((hostNames) => {
    const rules = { defaultHost: defaultHost.toLowerCase(), hostNames };
    const [a, b] = [parseName(one, rules), parseName(other, rules)];
    return isSameName(a.user, b.user, true) && a.host === b.host;
  });
}
