import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** Channel of mails: the type of its only workflow, and the workflow's ID. */
export const mailChannel = "noticeMail";

/** Starts or wakes the workflow of the mails after the commit of the current transaction. */
export function wakeMail(store: Store): Promise<void> {
  return store.outbox.add({ workflowType: mailChannel, workflowId: mailChannel });
}

/** Returns the progress of the channel, locked until the transaction ends; everyone who changes it locks it first. */
export async function lockMail(store: Store): Promise<Row<"noticeProgress">> {
  return (await store.lock("noticeProgress", mailChannel)) ?? store.add("noticeProgress", { channel: mailChannel });
}

/** Returns the mail that is tried next, even if it is not due yet. */
export async function firstMail(store: Store): Promise<Row<"noticeMails"> | undefined> {
  const where = { state: "waiting" } as const;
  const [first] = await store.select("noticeMails", { where, orderBy: [["nextTryAt", "asc"]], limit: 1 });
  return first;
}
