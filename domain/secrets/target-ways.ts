import type { SecretWay } from "./secret-way.ts";

const place = [
  "targetSystems.type",
  "targetSystems.address",
  "targetSystems.proxyServers",
  "targetSystems.sourceOfProfiles",
];
const login = ["targetSystemCredentials.managedAccountKey"];

const linked = {
  managedPassword: {
    by: ["needsRight", "told"],
    because:
      "A login that takes the password of a managed account sends it to its target system, so whoever links it needs the right preApproved to that password.",
  },
} as const satisfies SecretWay["secrets"];

/** Operations that can redirect secrets through target systems. */
export const targetWays = {
  "targetSystems.create": {
    writes: place,
    secrets: {
      storedLogin: { by: ["takesAway"], because: "A new target system has no login yet." },
      managedPassword: {
        by: ["takesAway", "needsRight", "told"],
        because:
          "A new target system has no managed account yet; one that says who the users are, by which classes get members, needs the policy targetsystems_post_redirect.",
      },
      typedPassword: {
        by: ["needsRight", "told"],
        because: "A target system of the id that SIGN_IN_TARGET names needs the policy targetsystems_post_redirect.",
      },
    },
  },
  "targetSystems.update": {
    writes: place,
    secrets: {
      storedLogin: {
        by: ["takesAway", "needsRight", "told"],
        because:
          "Another type or address removes the passwords of its logins; another proxy, which keeps them, needs the policy proxyservers_post_entrust.",
      },
      managedPassword: {
        by: ["needsRight", "told"],
        because:
          "It needs the right preApproved to the passwords of all managed accounts that are reached through the target system, and the policy targetsystems_post_redirect where it says who the users are from now on.",
      },
      typedPassword: {
        by: ["needsRight", "told"],
        because:
          "Where people sign in by the target system, or it makes users, another type or address needs the policy targetsystems_post_redirect.",
      },
    },
  },
  "targetSystems.createCredential": { writes: login, secrets: linked },
  "targetSystems.replaceCredential": { writes: login, secrets: linked },
  "targetSystems.updateCredential": { writes: login, secrets: linked },
  "managedAccountDependants.add": {
    writes: ["managedAccountDependants.accountKey", "managedAccountDependants.plugin"],
    secrets: {
      managedPassword: {
        by: ["needsRight", "told"],
        because:
          "The next password is set on the dependent account, or told to a plug-in, so whoever adds one needs the right preApproved to it.",
      },
    },
  },
} as const satisfies Record<string, SecretWay>;
