import { ServiceError } from "#domain/errors.ts";
import type { CommentKind } from "#domain/requests/comment-kinds.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { noteEvent } from "./note-event.ts";

/** A new comment of the caller on a request. */
export interface NewComment {
  readonly kind: CommentKind;
  readonly text: string;
  /** The question that it answers; left out = none. */
  readonly answersKey?: string;
}

/** A comment on a request. */
export interface WrittenComment {
  readonly key: string;
  readonly requestKey: string;
}

/**
 * Holds a request that has not ended, until the transaction ends.
 * @throws NOT_FOUND, REQUEST_FINAL
 */
export async function holdOpenRequest({ store }: CallContext, key: string): Promise<Row<"reqbatch">> {
  const request = await store.lock("reqbatch", key);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
  return request;
}

/** Writes a comment of the caller on a locked request, and records it in the ledger. */
export async function writeComment(
  context: CallContext,
  { key: requestKey }: Pick<Row<"reqbatch">, "key">,
  { kind, text, answersKey }: NewComment,
): Promise<WrittenComment> {
  const { store, ids, clock, caller } = context;
  const userKey = caller.key ?? "";
  const key = ids.guid();
  const answers = answersKey ?? null;
  await store.add("requestComments", {
    key,
    requestKey,
    kind,
    userKey,
    text,
    answersKey: answers,
    writtenAt: clock.now(),
  });
  noteEvent(context, requestKey, "commented", { comment: key, user: userKey, as: kind, text, answers });
  return { key, requestKey };
}
