import type { KitTarget } from "#connectors/contract/index.ts";

import { failuresMax, startOpenSsh } from "./openssh.ts";

/** Starts a target for the ssh connector: an SSH server with accounts of its own, managed through sudo. */
export async function start(): Promise<KitTarget> {
  const { port, fingerprint, operator, stop } = await startOpenSsh();
  return {
    address: { host: "127.0.0.1", port, hostKeys: [fingerprint], sudo: true, removeHome: true },
    credentials: [{ role: "admin", login: operator.login, secret: operator.password }],
    samples: {
      weakPassword: "abc12",
      failuresMax,
      specialCharacters: "._-$",
      loginNeedsConnection: true,
      command: "echo kit",
    },
    stop,
  };
}
