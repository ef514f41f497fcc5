import type { GuardedSecret, SecretWay } from "./secret-way.ts";

const place = ["targetSystems.type", "targetSystems.address", "targetSystems.proxyServers"];
const login = ["targetSystemCredentials.managedAccountKey"];

const ofTarget: GuardedSecret = {
  by: ["byPolicy"],
  because: "Whoever may change a target system says where what it keeps, and what people type, is sent.",
};
const linked = {
  managedPassword: {
    by: ["byPolicy"],
    because: "A login that takes the password of a managed account needs the policy managedaccounts_post_randomize.",
  },
} as const satisfies SecretWay["secrets"];

/** The ways by which secrets are led elsewhere through target systems. */
export const targetWays = {
  "targetSystems.create": {
    writes: place,
    secrets: {
      storedLogin: { by: ["takesAway"], because: "A new target system has no login yet." },
      managedPassword: { by: ["takesAway"], because: "A new target system has no managed account yet." },
      typedPassword: ofTarget,
    },
  },
  "targetSystems.update": {
    writes: place,
    secrets: { storedLogin: ofTarget, managedPassword: ofTarget, typedPassword: ofTarget },
  },
  "targetSystems.createCredential": { writes: login, secrets: linked },
  "targetSystems.replaceCredential": { writes: login, secrets: linked },
  "targetSystems.updateCredential": { writes: login, secrets: linked },
  "managedAccountDependants.add": {
    writes: ["managedAccountDependants.accountKey", "managedAccountDependants.plugin"],
    secrets: {
      managedPassword: {
        by: ["byPolicy"],
        because: "Whoever adds a dependent must be let change both passwords.",
      },
    },
  },
} as const satisfies Record<string, SecretWay>;
