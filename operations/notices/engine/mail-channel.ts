import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

/** The channel of mails: the type of its workflow, of which there is one, and the id of that. */
export const mailChannel = "noticeMail";

/** Starts or wakes the workflow of the mails after the commit of the current transaction. */
export function wakeMail(store: Store): Promise<void> {
  return store.outbox.add({ workflowType: mailChannel, workflowId: mailChannel });
}

/** Where the channel stands, locked until the transaction ends; whoever moves it on locks it first. */
export async function lockMail(store: Store): Promise<Row<"noticeProgress">> {
  return (await store.lock("noticeProgress", mailChannel)) ?? store.add("noticeProgress", { channel: mailChannel });
}

/** The mail that is tried next, whenever that is. */
export async function firstMail(store: Store): Promise<Row<"noticeMails"> | undefined> {
  const where = { state: "waiting" } as const;
  const [first] = await store.select("noticeMails", { where, orderBy: [["nextTryAt", "asc"]], limit: 1 });
  return first;
}
