import type { GuardedSecret, SecretWay } from "./secret-way.ts";

const member = "userClassMembers.userKey";
const told: GuardedSecret = {
  by: ["told"],
  because: "Those who answer for the passwords are told who has come to a right, by whom and by which way.",
};
const keptUp: GuardedSecret = {
  by: ["told"],
  because:
    "Whom a condition chooses because a fact has changed that it reads is told of, in the transaction of the class keeper.",
};
const filledIn: GuardedSecret = { by: ["outside"], because: "It fills an installation before anybody uses it." };
const under = "managedAccounts.policyId";
const moved: GuardedSecret = {
  by: ["told"],
  because:
    "Those who answer for an account under the policy that it leaves, and under the one that it comes to, are told; an account that was never managed has no password in the vault yet.",
};
const provider = ["issuer", "certificates", "nameAttribute", "userAttribute", "superusers"].map(
  (column) => `samlProviders.${column}`,
);
const believed: GuardedSecret = {
  by: ["needsRight", "told"],
  because:
    "An identity provider names superusers only where a superuser lets it; superusers are told who adds one or changes whom it can sign in.",
};
const managed = (guard: GuardedSecret) => ({ managedPassword: guard });

/** Operations that give a right to privileged passwords, or sign in as a user who has one. */
export const accessWays = {
  "managedSystemPolicies.grantRight": { writes: ["checkoutRights.userClassId"], secrets: managed(told) },
  "managedAccounts.add": { writes: [under], secrets: managed(moved) },
  "managedAccounts.move": { writes: [under], secrets: managed(moved) },
  "importRules.apply": { writes: [under], secrets: managed(moved) },
  "discovery.associate": { writes: [under], secrets: managed(moved) },
  "userClasses.addMember": { writes: [member], secrets: managed(told) },
  "userClasses.add": { writes: [member, "userClasses.condition"], secrets: managed(told) },
  "userClasses.update": { writes: [member, "userClasses.condition"], secrets: managed(told) },
  "userClasses.keepMembers": { writes: [member], secrets: managed(keptUp) },
  "users.mergeTwin": { writes: [member], secrets: managed(told) },
  "users.issuePasswordLink": {
    writes: ["users.passwordLinkHash"],
    secrets: managed({
      by: ["told"],
      because: "The person is told, and those who answer for passwords to which that person has a right.",
    }),
  },
  "samlProviders.add": { writes: provider, secrets: managed(believed) },
  "samlProviders.update": { writes: provider, secrets: managed(believed) },
  "setup.createSuperuser": { writes: [member], secrets: managed(filledIn) },
  "sample.load": { writes: [member], secrets: managed(filledIn) },
  "sample.giveRoles": { writes: [member], secrets: managed(filledIn) },
} as const satisfies Record<string, SecretWay>;
