import { createHash } from "node:crypto";

import type { Store } from "#store/store.ts";

/** Returns a key for a name that no user has. It looks like a user's key, is the same each time, and no one else can compute it. */
export function standInKey(store: Pick<Store, "fingerprint">, name: string): string {
  const digits = createHash("sha256")
    .update(store.fingerprint(`no user\n${name}`))
    .digest("hex");
  const [, first = "", second = "", third = "", fourth = "", fifth = ""] =
    /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digits) ?? [];
  return `${first}-${second}-4${third}-8${fourth}-${fifth}`;
}
