import { batchRowsMax } from "#domain/limits.ts";
import { batchNoticesGatherMs, digestNoticesMax } from "#domain/notice-limits.ts";
import type { NoticeMailState } from "#domain/notices/mail-states.ts";
import { allOf, eq, gt, lt, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { lockMail, wakeMail } from "./engine/mail-channel.ts";
import { type MailRecipient, mailRecipients } from "./engine/mail-recipients.ts";

/**
 * Puts waiting notices into mails, as each user wants them: into a mail of their own that is due at once, or into the digest of the day.
 * Those about requests of batches that are wanted at once get into a mail together a moment later.
 * Each notice gets into one mail, however many processes do this.
 */
export const gatherNotices = defineOperation<Record<string, never>, { readonly left: boolean }>({
  name: "notices.gather",
  callers: ["engine"],
  audit: { operation: "NTST", when: "never" },
  async run(context) {
    const { store } = context;
    await lockMail(store);
    const notices = await store.select("notices", {
      where: { mail: "waiting" },
      orderBy: [["createdAt", "asc"]],
      limit: batchRowsMax,
    });
    const people = await mailRecipients(
      context,
      notices.map(({ userKey }) => userKey),
    );
    const ofBatches = await requestsOfBatches(context, notices);
    for (const { key, userKey, requestKey } of notices) {
      const person = people.get(userKey);
      const mail = unmailed(person);
      const isOfBatch = ofBatches.has(requestKey ?? "");
      const mailKey = person === undefined || mail !== undefined ? null : await putIntoMail(context, person, isOfBatch);
      await store.save("notices", { key, mail: mail ?? "inMail", mailKey });
    }
    if (notices.length > 0) await wakeMail(store);
    return { left: notices.length === batchRowsMax };
  },
});

/** Returns the reason why a user gets no mail; undefined if they get one. */
function unmailed(person: MailRecipient | undefined): NoticeMailState | undefined {
  if (person === undefined || person.delivery === "none") return "notWanted";
  return person.address === null ? "noAddress" : undefined;
}

/** Returns the keys of those requests of notices that were submitted by a batch, of which people get a mail together. */
async function requestsOfBatches(
  { store }: CallContext,
  notices: readonly Row<"notices">[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(notices.flatMap(({ requestKey }) => requestKey ?? []))];
  const requests = await store.select("reqbatch", { where: allOf(oneOf("key", keys), ne("batchKey", null)) });
  return new Set(requests.map(({ key }) => key));
}

/** Adds one notice to a user's mail, and returns the key of the mail. */
async function putIntoMail(context: CallContext, person: MailRecipient, isOfBatch: boolean): Promise<string> {
  const { store, clock } = context;
  const isAtOnce = person.delivery === "atOnce";
  if (isAtOnce && !isOfBatch) return (await addMail(context, person, clock.now(), false)).key;
  const open = await openDigest(context, person);
  const dueAt = () => (isAtOnce ? clock.now() + batchNoticesGatherMs : person.digestAt());
  if (open === undefined) return (await addMail(context, person, dueAt(), true)).key;
  await store.save("noticeMails", { key: open.key, count: open.count + 1 });
  return open.key;
}

async function openDigest(
  { store, clock }: CallContext,
  { userKey }: MailRecipient,
): Promise<Row<"noticeMails"> | undefined> {
  const own = allOf(eq("userKey", userKey), eq("state", "waiting"), eq("digest", true));
  const [open] = await store.select("noticeMails", {
    where: allOf(own, gt("dueAt", clock.now()), lt("count", digestNoticesMax)),
    limit: 1,
  });
  return open;
}

function addMail(
  { store, ids, clock }: CallContext,
  { userKey }: MailRecipient,
  dueAt: number,
  digest: boolean,
): Promise<Row<"noticeMails">> {
  return store.add("noticeMails", {
    key: ids.guid(),
    userKey,
    digest,
    count: 1,
    state: "waiting",
    dueAt,
    nextTryAt: dueAt,
    createdAt: clock.now(),
  });
}
