import { recordedStart } from "#domain/requests/request-start.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { noteEvent, type Noting } from "./note-event.ts";

type Request = Row<"reqbatch">;

/** Returns the start of a recipient that a new request records; null if the recipient has started. */
export async function startOfRecipient(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  recipientKey: string,
): Promise<number | null> {
  const recipient = await store.get("users", recipientKey);
  return recordedStart(null, recipient?.startsAt ?? null, clock.now());
}

/** Records a changed start of the recipient of a locked request, in the current transaction; returns the request as it is then. */
export async function followStart(context: CallContext, request: Request): Promise<Request> {
  const { store, clock } = context;
  const { key, recipientKey, recipientStartsAt: recorded, direct } = request;
  if (direct) return request;
  const recipient = await store.get("users", recipientKey);
  const recipientStartsAt = recordedStart(recorded, recipient?.startsAt ?? null, clock.now());
  if (recipientStartsAt === recorded) return request;
  const followed = await store.save("reqbatch", { key, recipientStartsAt });
  noteStart(context, followed);
  return followed;
}

/** Records the start of the recipient in the ledger of a request. */
export function noteStart(context: Noting, { key, recipientStartsAt }: Request): void {
  noteEvent(context, key, "recipientStarts", { startsAt: recipientStartsAt });
}
