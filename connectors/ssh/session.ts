import type { Client } from "ssh2";

import type { SshOptions } from "./address.ts";

/** A connection on which the administrator is logged in. */
export interface SshSession {
  readonly client: Client;
  readonly options: SshOptions;
  readonly state: { open: boolean };
}
