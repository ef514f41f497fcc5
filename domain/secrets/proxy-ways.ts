import type { GuardedSecret, SecretWay } from "./secret-way.ts";

const invited: GuardedSecret = {
  by: ["needsRight", "told"],
  because:
    "A proxy that target systems use, or that has ever enrolled, is invited under the policy proxyservers_post_entrust.",
};
const enrolled: GuardedSecret = {
  by: ["needsRight", "told"],
  because: "It takes the token of an invitation, which was given under that policy; who has invited is named.",
};
const hosted = (because: string) => ({ managedPassword: { by: ["outside"], because } }) as const;
const atTarget = (guard: GuardedSecret) => ({ storedLogin: guard, managedPassword: guard, typedPassword: guard });

/** Operations that can redirect secrets through proxies and managed hosts. */
export const proxyWays = {
  "proxies.invite": { writes: ["proxyServers.enrolmentTokenHash"], secrets: atTarget(invited) },
  "proxies.enrol": {
    writes: ["proxyServers.enrolmentTokenHash", "proxyServers.signingKey", "proxyServers.sealingKey"],
    secrets: atTarget(enrolled),
  },
  "managedHosts.invite": {
    writes: ["managedHosts.enrolmentTokenHash"],
    secrets: hosted("Managed hosts are invited by the command line alone."),
  },
  "managedHosts.enrol": {
    writes: ["managedHosts.signingKey", "managedHosts.sealingKey"],
    secrets: hosted("It takes the token of such an invitation."),
  },
} as const satisfies Record<string, SecretWay>;
