import type { NoticeFacts, NoticeFactsOf, NoticeKind } from "#domain/notices/notice-kinds.ts";
import { mailServerOf } from "#platform/mail/mail-server.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** What notices are noted with. */
export type Noticing = Pick<CallContext, "store" | "clock" | "caller" | "settings">;

/** Of which request somebody is told, who that is, and what they are to know. */
interface Told<K extends NoticeKind> {
  /** Null where it is about no single request. */
  readonly requestKey: string | null;
  /** Keys of users, each of whom is told once. */
  readonly to: readonly string[];
  readonly facts: NoticeFactsOf<K>;
}

/** Tells people something of a request in the current transaction; docs/adding-a-notice.md says how a kind comes in. */
export function notice<K extends NoticeKind>(
  { store, clock, settings }: Noticing,
  kind: K,
  { requestKey, to, facts }: Told<K>,
): void {
  const mail = mailServerOf(settings) === undefined ? "off" : "waiting";
  const told = { kind, requestKey, mail, createdAt: clock.now() } as const;
  store.notices.note([...new Set(to)].map((userKey) => ({ ...told, facts: facts as NoticeFacts, userKey })));
}

/** Who asked and for whom it is, but for the caller: nobody is told what they have done themselves. */
export function partiesOf(
  { caller }: Noticing,
  { requesterKey, recipientKey }: Pick<Row<"reqbatch">, "requesterKey" | "recipientKey">,
): readonly string[] {
  return [requesterKey, recipientKey].filter((key) => key !== caller.key);
}
