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
const managed = (guard: GuardedSecret) => ({ managedPassword: guard });

/** The ways by which somebody gets a right to privileged passwords, or signs in as somebody who has one. */
export const accessWays = {
  "managedSystemPolicies.grantRight": { writes: ["checkoutRights.userClassId"], secrets: managed(told) },
  "userClasses.addMember": { writes: [member], secrets: managed(told) },
  "userClasses.add": { writes: [member, "userClasses.condition"], secrets: managed(told) },
  "userClasses.update": { writes: [member, "userClasses.condition"], secrets: managed(told) },
  "userClasses.keepMembers": { writes: [member], secrets: managed(keptUp) },
  "users.issuePasswordLink": {
    writes: ["users.passwordLinkHash"],
    secrets: managed({
      by: ["told"],
      because: "The person is told, and those who answer for passwords to which that person has a right.",
    }),
  },
  "setup.createSuperuser": { writes: [member], secrets: managed(filledIn) },
  "sample.load": { writes: [member], secrets: managed(filledIn) },
  "sample.giveRoles": { writes: [member], secrets: managed(filledIn) },
} as const satisfies Record<string, SecretWay>;
