import type { GuardedSecret, SecretWay } from "./secret-way.ts";

const invited: GuardedSecret = {
  by: ["byPolicy"],
  because: "Whoever may invite a proxy may have what goes through it.",
};
const enrolled: GuardedSecret = {
  by: ["byPolicy"],
  because: "It takes the token of an invitation.",
};
const atTarget = (guard: GuardedSecret) => ({ storedLogin: guard, managedPassword: guard, typedPassword: guard });

/** The ways by which secrets are led elsewhere through proxies and managed hosts. */
export const proxyWays = {
  "proxies.invite": { writes: ["proxyServers.enrolmentTokenHash"], secrets: atTarget(invited) },
  "proxies.enrol": {
    writes: ["proxyServers.enrolmentTokenHash", "proxyServers.signingKey", "proxyServers.sealingKey"],
    secrets: atTarget(enrolled),
  },
  "managedHosts.invite": {
    writes: ["managedHosts.enrolmentTokenHash"],
    secrets: { managedPassword: { by: ["outside"], because: "Hosts are invited by the command line alone." } },
  },
  "managedHosts.enrol": {
    writes: ["managedHosts.signingKey", "managedHosts.sealingKey"],
    secrets: { managedPassword: { by: ["outside"], because: "It takes the token of such an invitation." } },
  },
} as const satisfies Record<string, SecretWay>;
