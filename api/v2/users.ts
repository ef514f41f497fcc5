import { hourMax } from "#domain/notice-limits.ts";
import { noticeDeliveries } from "#domain/notices/mail-states.ts";
import { flag, guid, integer, list, oneOf, sealed, text, time } from "#domain/resources/format/builders.ts";
import { users as resource } from "#domain/resources/users.ts";
import { claimAccount } from "#operations/accounts/claim-account.ts";
import { chooseNotices } from "#operations/notices/choose-notices.ts";
import { createUser, updateUser } from "#operations/users/change-users.ts";
import { endSession } from "#operations/users/end-session.ts";
import { extend } from "#operations/users/extend.ts";
import { issuePasswordLink } from "#operations/users/issue-password-link.ts";
import { leave } from "#operations/users/leave.ts";
import { mergeTwin } from "#operations/users/merge-twin.ts";
import { readPasswordRules } from "#operations/users/read-password-rules.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import { disableUser, enableUser } from "#operations/users/set-disabled.ts";
import { unlock } from "#operations/users/unlock.ts";
import { withdrawConsent } from "#operations/users/withdraw-consent.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { identificationActions, proofActions } from "./identification.ts";
import { peopleImportActions } from "./people-import.ts";
import { inBatch, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";
import { enrolments, userCredentials } from "./user-parts.ts";

const chosenNotices = structure("ChosenNotices", {
  key: guid().shown("The user."),
  noticeDelivery: resource.properties.noticeDelivery,
  digestHour: resource.properties.digestHour,
  language: resource.properties.language,
});

const userState = structure("UserState", {
  key: guid().shown("The user."),
  disabled: flag().shown("True if the user is disabled now."),
});

const leaver = structure("Leaver", {
  key: guid().shown("The user."),
  endsAt: time().optional().shown("Time at which the user leaves; null for a superuser, who has left now."),
  left: flag().shown("True if the user has left with this call; false if the end lies ahead."),
});

const extendedUser = structure("ExtendedUser", {
  key: guid().shown("The user."),
  endsAt: time().shown("New end of the user."),
});

const mergedTwin = structure("MergedTwin", {
  key: guid().shown("Key of the user who was merged, and is disabled now."),
  id: text().shown("ID that this user has from now on."),
  olderKey: guid().shown("Key of the older user, who has everything now."),
  moved: integer().shown("Number of rows that name the older user now."),
});

const unlockedUser = structure("UnlockedUser", {
  key: guid().shown("The user."),
  unlocked: flag().shown("True if a lock was removed; false if the user was not locked."),
});

const endedSession = structure("EndedSession", {
  key: guid().shown("The user."),
  sessionKey: text().shown("The session."),
  endedAt: time().shown("End of the session."),
});

const withdrawnConsent = structure("WithdrawnConsent", {
  key: guid().shown("The user."),
  clientId: text().shown("The application that may do nothing in the user's name any more."),
});

const passwordLink = structure("PasswordLink", {
  link: shownOnce("link", "The address at which the user chooses a password, once. It is shown this once."),
  expiresAt: time().shown("Time at which the link expires."),
});

const toldRule = structure("JoinedPasswordRule", {
  rule: text().shown("Name of the rule; docs/password-rules.md lists the rules."),
  mode: oneOf(["required", "warning"]).shown(
    "Effect of a broken rule: the password is refused, or there is a warning.",
  ),
  value: text().optional().shown("Strictest value of the rule; null if it has none."),
  message: text(400).optional().shown("Words of the policy for its users; null if it has none of its own."),
});

const includedAccount = structure("AccountOfPassword", {
  accountKey: guid().shown("Key of the account."),
  shortId: text().shown("Sign-in name on the target system."),
  targetSystemKey: text().shown("Key of the target system."),
  added: flag().shown("True if a target group adds it, because it keeps passwords the same."),
});

const passwordRules = structure("PasswordRulesOfAccounts", {
  rules: {
    type: toldRule,
    collection: true,
    description: "Rules for the password, with the strictest value of each, required ones first.",
  },
  accounts: { type: includedAccount, collection: true, description: "Accounts that get the password." },
});

/** Users that the service knows; added and changed by hand, from files, by discovery and requests. */
export const users = resourceSet(resource, {
  create: { ...verb(createUser), status: 201, example: { id: "anna", displayName: "Anna Abel" } },
  update: { ...verb(updateUser), status: 204 },
  setActions: peopleImportActions,
  actions: {
    disable: action(disableUser, { result: userState }),
    enable: action(enableUser, { result: userState }),
    leave: action(leave, {
      parameters: {
        endsAt: time().optional().shown("Time at which the user leaves; absent or null for now."),
      },
      result: leaver,
    }),
    extend: action(extend, {
      parameters: { endsAt: time().shown("New end, later than the present one.") },
      result: extendedUser,
    }),
    unlock: action(unlock, { result: unlockedUser }),
    mergeTwin: action(mergeTwin, { result: mergedTwin }),
    chooseNotices: action(chooseNotices, {
      parameters: {
        delivery: oneOf(noticeDeliveries)
          .optional()
          .shown("Delivery of notifications by email; unchanged if absent, null for the value of NOTICE_DELIVERY."),
        digestHour: integer()
          .optional()
          .between(0, hourMax)
          .shown("Hour of the day at which the digest is sent; null for NOTICE_DIGEST_HOUR."),
        language: text()
          .optional()
          .shown("Language of emails, such as de; null for that of the profile, or NOTICE_LANGUAGE."),
      },
      result: chosenNotices,
    }),
    endSession: action(endSession, {
      parameters: { sessionKey: text().shown("The session.") },
      result: endedSession,
    }),
    withdrawConsent: action(withdrawConsent, {
      parameters: { clientId: text().shown("The application.") },
      result: withdrawnConsent,
    }),
    issuePasswordLink: action(issuePasswordLink, { givesSecret: true, result: passwordLink }),
    resetPasswords: action(resetPasswords, {
      ...inBatch,
      parameters: {
        password: sealed().shown("The new password. It goes in and never comes out."),
        mustChange: flag()
          .optional()
          .shown(
            "True if the password must be changed at the next sign-in; null for the behavior of the target system.",
          ),
        accountKeys: list(guid()).optional().shown("Keys of the accounts; if absent, all whose password can be reset."),
      },
    }),
    passwordRules: action(readPasswordRules, {
      parameters: {
        accountKeys: list(guid()).optional().shown("Keys of the accounts; if absent, all whose password can be reset."),
      },
      result: passwordRules,
    }),
    ...identificationActions,
    ...proofActions,
    ...enrolments,
    claimAccount: action(claimAccount, {
      ...queued,
      parameters: {
        targetSystemKey: text().shown("The target system on which the account is."),
        shortId: text().shown("The name by which the account logs in."),
        password: sealed().shown("The password of the account, which proves that it is yours."),
      },
    }),
  },
  ways: {
    accounts: "linked",
    grants: "linked",
    attributes: { contained: {} },
    credentials: userCredentials,
    roles: "linked",
    classes: "linked",
    manager: { linked: "people" },
    sponsor: { linked: "people" },
    leaving: { contained: {} },
    reports: { linked: "people" },
    consents: { contained: { usualOrder: ["givenAt"] } },
    sessions: { contained: { usualOrder: ["startedAt"] } },
  },
});
