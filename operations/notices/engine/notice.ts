import type { NoticeFacts, NoticeFactsOf, NoticeKind } from "#domain/notices/notice-kinds.ts";
import { mailServerOf } from "#platform/mail/mail-server.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Services for writing notices. */
export type Noticing = Pick<CallContext, "store" | "clock" | "caller" | "settings">;

/** Request, recipients and facts of a notice. */
interface Told<K extends NoticeKind> {
  /** Key of the request; null if it is about no single request. */
  readonly requestKey: string | null;
  /** Keys of users, each of whom is notified once. */
  readonly to: readonly string[];
  readonly facts: NoticeFactsOf<K>;
}

/** Writes notices about a request in the current transaction; docs/adding-a-notice.md says how to add a kind. */
export function notice<K extends NoticeKind>(
  { store, clock, settings }: Noticing,
  kind: K,
  { requestKey, to, facts }: Told<K>,
): void {
  const mail = mailServerOf(settings) === undefined ? "off" : "waiting";
  const { notifierPlugins, notifierEvents } = settings;
  const isSubscribed = notifierPlugins.length > 0 && (notifierEvents.length === 0 || notifierEvents.includes(kind));
  const notifier = isSubscribed ? "waiting" : "off";
  const told = { kind, requestKey, mail, notifier, createdAt: clock.now() } as const;
  store.notices.note([...new Set(to)].map((userKey) => ({ ...told, facts: facts as NoticeFacts, userKey })));
}

/** Returns requester and recipient of a request without the caller: no one is notified of their own actions. */
export function partiesOf(
  { caller }: Noticing,
  { requesterKey, recipientKey }: Pick<Row<"reqbatch">, "requesterKey" | "recipientKey">,
): readonly string[] {
  return [requesterKey, recipientKey].filter((key) => key !== caller.key && key !== "");
}
