import type { KitTarget } from "#connectors/contract/index.ts";
import { Bench } from "#connectors/contract/kit/bench.ts";
import ssh from "#connectors/ssh/ssh.ts";

import type { OpenSsh } from "./openssh.ts";

/** Returns a bench whose administrator is root, or the given one with sudo. */
export function benchOf(
  { port, fingerprint, root }: OpenSsh,
  given?: { readonly login: string; readonly secret: string },
): Bench {
  return new Bench(ssh, {
    address: { host: "127.0.0.1", port, hostKeys: [fingerprint], removeHome: true, sudo: given !== undefined },
    credentials: [{ role: "admin", ...(given ?? { login: "root", secret: root.password }) }],
    stop: () => {},
  } satisfies KitTarget);
}
