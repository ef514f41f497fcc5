import { calendarNameMaxCharacters } from "../calendar-limits.ts";
import { disabledBys } from "../disabled-by.ts";
import { lockedBys } from "../locked-by.ts";
import { languageMaxCharacters, mailAddressMaxCharacters } from "../notice-limits.ts";
import { noticeDeliveries } from "../notices/mail-states.ts";
import { text, longText, guid, oneOf, integer, time, flag } from "./format/builders.ts";
import { many, one, across } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Users whom the service knows; added and changed by hand, from files, by discovery and requests. */
export const users = resource("users", {
  class: "shared",
  holds: "data",
  knownBy: ["id"],
  key: "key",
  entity: { type: "User", key: "userKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the user."),
    id: text()
      .given()
      .format("personId")
      .searched()
      .ordered()
      .policy()
      .shown("Name for signing in, case-sensitive; two users differ in more than the case and width of its letters."),
    /**
     * Fold of the ID, which no two users share; the store writes it. Null for users from before it was kept whose fold others share or
     * whose ID is not ASCII.
     */
    foldedId: text().optional().ofNode(),
    displayName: text(400)
      .optional()
      .given()
      .format("filled")
      .searched()
      .ordered()
      .label("Name")
      .shown("Name that people are shown; null if none."),
    mail: text(mailAddressMaxCharacters)
      .optional()
      .given()
      .format("mailAddress")
      .searched()
      .label("Mail address")
      .shown("Address for mails; null for the profile attribute `mail`, where there is one."),
    language: text(languageMaxCharacters)
      .optional()
      .label("Language of mails")
      .shown("Language of emails; null for the profile attribute `preferredLanguage`, or NOTICE_LANGUAGE."),
    noticeDelivery: oneOf(noticeDeliveries)
      .optional()
      .shown("Delivery of notifications by email; null for the value of NOTICE_DELIVERY."),
    digestHour: integer().optional().shown("Hour of the day at which the digest is sent; null for NOTICE_DIGEST_HOUR."),
    superuser: flag(false).policy(),
    passwordHash: longText().optional(),
    /** Hash of the one open link by which the user may choose a password. */
    passwordLinkHash: text().optional().ofNode(),
    passwordLinkExpiresAt: time().optional().ofNode(),
    locked: flag(false).policy().shown("True if the user is locked and cannot sign in."),
    lockedAt: time().optional(),
    /** Cause of the lock; null if the user is not locked. */
    lockedBy: oneOf(lockedBys).optional(),
    disabled: flag(false).policy().shown("True if the user is disabled."),
    /** Origin of the disabling; null if the user is not disabled. */
    disabledBy: oneOf(disabledBys).optional(),
    /** True if a source of profiles has the user, or had when it was last looked at. */
    fromSource: flag(false),
    failures: integer().initially(0).ofNode(),
    tokenVersion: integer().initially(1),
    managerKey: guid()
      .optional()
      .given()
      .policy()
      .lookedUp()
      .label("Manager")
      .shown("Key of the manager; null if none."),
    startsAt: time()
      .optional()
      .given()
      .label("Start")
      .shown("Time from which the person can sign in; null if they have started."),
    endsAt: time()
      .optional()
      .given()
      .ordered()
      .label("End")
      .shown("Time at which the person leaves and can no longer sign in; null if none is set."),
    sponsorKey: guid()
      .optional()
      .given()
      .policy()
      .label("Sponsor")
      .shown("Key of the sponsor, who answers for an external person; null if none."),
    /** End of which the person and the sponsor were last notified. */
    endToldFor: time().optional(),
    externalIncomplete: flag(false)
      .label("Incomplete")
      .shown("True if a source has the person as external, without an end in time or without a sponsor."),
    timeZone: text(60)
      .optional()
      .given()
      .shown(
        "IANA name of the time zone in which the person works, such as Europe/Berlin; null for that of the installation.",
      ),
    calendar: text(calendarNameMaxCharacters)
      .optional()
      .given()
      .label("Working calendar")
      .shown(
        "Name of the calendar by which the person works, from WORKING_CALENDARS; null for that of the installation.",
      ),
  },
  relations: {
    accounts: many("accounts", "userKey"),
    attributes: many("userAttributes", "userKey"),
    classes: across("userClasses", "userClassMembers", ["userKey", "userClassId"]),
    classMemberships: many("userClassMembers", "userKey"),
    manager: one("users", "managerKey"),
    reports: many("users", "managerKey"),
    sponsor: one("users", "sponsorKey"),
    leaving: many("leavingSteps", "userKey"),
    requests: many("requests", "recipientKey"),
    credentials: many("userCredentials", "userKey"),
    roles: across("roles", "roleMembers", ["userKey", "roleKey"]),
    roleMemberships: many("roleMembers", "userKey"),
    roleAssignments: many("roleAssignments", "userKey"),
    checkouts: many("checkouts", "userKey"),
    sessions: many("sessionLogs", "actor"),
    consents: many("consents", "userKey"),
    grants: many("grants", "userKey"),
  },
  indexes: [
    unique("olderClaim", "id"),
    unique("olderClaim", "foldedId"),
    unique("drawn", "passwordLinkHash"),
    index("id", "key"),
    index("displayName", "key"),
    index("endsAt", "key"),
    index("sponsorKey"),
    index("managerKey"),
  ],
  policies: {
    user: {},
  },
});
