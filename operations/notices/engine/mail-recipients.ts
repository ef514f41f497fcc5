import { isTimeZone, timeZone } from "#domain/calendar/time-zone.ts";
import { nextDigestAt } from "#domain/notices/digest-time.ts";
import { isMailAddress } from "#domain/notices/mail-address.ts";
import type { NoticeDelivery } from "#domain/notices/mail-states.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Recipient of mails, with their preferences. */
export interface MailRecipient {
  readonly userKey: string;
  /** Display name. */
  readonly name: string;
  /** Null if no usable address is known. */
  readonly address: string | null;
  /** Wanted languages, the most wanted first. */
  readonly languages: readonly string[];
  readonly delivery: NoticeDelivery;
  /** Returns the time at which the next digest is sent. */
  digestAt(): number;
}

type Context = Pick<CallContext, "store" | "settings" | "clock">;

const hourMs = 3_600_000;

/** Profile attributes with the mail address and language of a user. */
const attributes = { mail: "mail", language: "preferredLanguage" } as const;

/** Reads the recipients of mails, by user key; deleted users are left out. */
export async function mailRecipients(
  context: Context,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, MailRecipient>> {
  const keys = [...new Set(userKeys)];
  if (keys.length === 0) return new Map();
  const { store } = context;
  const users = await store.select("users", { where: oneOf("key", keys) });
  const profiles = await store.select("userAttributes", {
    where: allOf(oneOf("userKey", keys), oneOf("name", Object.values(attributes))),
    orderBy: [["sequence", "asc"]],
  });
  const profileOf = (userKey: string) => profiles.filter((row) => row.userKey === userKey);
  return new Map(users.map((user) => [user.key, recipient(context, user, profileOf(user.key))]));
}

function recipient(
  { settings, clock }: Context,
  user: Row<"users">,
  profile: readonly Row<"userAttributes">[],
): MailRecipient {
  const valueOf = (name: string) => profile.find((row) => row.name === name)?.value.trim();
  const address = user.mail ?? valueOf(attributes.mail) ?? "";
  const hour = user.digestHour ?? settings.noticeDigestHour;
  // The zone may have been stored by a version of Node that knew it.
  const zone = user.timeZone !== null && isTimeZone(user.timeZone) ? user.timeZone : settings.timeZone;
  return {
    userKey: user.key,
    name: user.displayName ?? user.id,
    address: isMailAddress(address) ? address : null,
    languages: [user.language, valueOf(attributes.language), settings.noticeLanguage].flatMap((one) => one ?? []),
    delivery: user.disabled ? "none" : (user.noticeDelivery ?? settings.noticeDelivery),
    digestAt: () => nextDigestAt(clock.now(), hour, timeZone(zone)),
  };
}

/**
 * Returns those of some users whose mail address was changed so shortly ago that no one-time link may be sent to it
 * (`PASSWORD_LINK_MAIL_HOURS`): a thief of an account, or an administrator of users, could have given their own.
 */
export async function newlyMailedAmong(
  { store, clock, settings }: Pick<CallContext, "store" | "clock" | "settings">,
  userKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const hours = settings.passwordLinkMailHours;
  return hours === 0 ? new Set() : store.changedMailsSince(userKeys, clock.now() - hours * hourMs);
}
