import { isSameName } from "#connectors/contract/index.ts";

import type { SqlOptions } from "./address.ts";
import { anyHost, parseName } from "./mariadb/names.ts";

/** Whether two spellings name the same account or role: on MariaDB and MySQL a name without a host has the usual one. Case counts everywhere. */
export function isSameSqlName(one: string, other: string, { product, defaultHost = anyHost }: SqlOptions): boolean {
  if (product === "postgresql") return isSameName(one, other, true);
  const [a, b] = [one, other].map((name) => parseName(name, defaultHost.toLowerCase()));
  return isSameName(a?.user ?? "", b?.user ?? "", true) && a?.host === b?.host;
}
