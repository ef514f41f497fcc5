import { benchCheckouts } from "./checkouts/main.ts";
import { benchDiscovery } from "./discovery/main.ts";
import { benchLogins } from "./logins/main.ts";
import { benchReads } from "./odata/main.ts";
import { benchPasswords } from "./passwords/main.ts";
import { benchRandomize } from "./randomize/main.ts";
import { benchReplication } from "./replication/main.ts";
import { benchRequests } from "./requests/main.ts";
import { benchRoles } from "./roles/main.ts";
import { benchTokens } from "./tokens/main.ts";

/** A bench: its subject, and its run, which returns the closing lines. */
export interface Bench {
  readonly about: string;
  run(): Promise<string>;
}

/** Benches by name. */
export const benches: Readonly<Record<string, Bench>> = {
  odata: { about: "reads per second against bare Koa with the plain driver", run: benchReads },
  discovery: { about: "objects per second against listing with ldapts and a bulk upsert", run: benchDiscovery },
  passwords: {
    about:
      "single resets per second against bare Temporal workflows, and pairs of reset and verification against the LDAP calls alone",
    run: benchPasswords,
  },
  randomize: {
    about: "managed accounts randomized per second against setting and verifying alone",
    run: benchRandomize,
  },
  checkouts: {
    about: "pairs of check-out and check-in per second against the four bare statements of a pair",
    run: benchCheckouts,
  },
  requests: {
    about: "requests per second against bare Temporal workflows, and drained after an outage of the engine",
    run: benchRequests,
  },
  roles: { about: "people per second of autores and rbacenforce against four bare statements", run: benchRoles },
  tokens: { about: "tokens and userinfo per second against bare Koa with jose", run: benchTokens },
  replication: {
    about: "changes of another node applied per second against plain inserts, and what a write and its way cost",
    run: benchReplication,
  },
  logins: { about: "how long reads take while strangers try passwords", run: benchLogins },
};
