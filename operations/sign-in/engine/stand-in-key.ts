import { createHash } from "node:crypto";

import type { Store } from "#store/store.ts";

/** A key for a name that nobody has: it looks like that of a user, is the same each time, and nobody else can compute it. */
export function standInKey(store: Pick<Store, "fingerprint">, name: string): string {
  const digits = createHash("sha256")
    .update(store.fingerprint(`no user\n${name}`))
    .digest("hex");
  const [, first = "", second = "", third = "", fourth = "", fifth = ""] =
    /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digits) ?? [];
  return `${first}-${second}-4${third}-8${fourth}-${fifth}`;
}
