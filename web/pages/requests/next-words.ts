import type { RequestStatus } from "#domain/requests/request-status.ts";

import type { Request } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

/** What happens next with a request, in words. */
export function nextWords({ status, sentBackAt }: Pick<Request, "status" | "sentBackAt">, say: Say): string {
  const waiting: RequestStatus = "W";
  if (status === waiting && sentBackAt !== null) return say("request.next.sentBack");
  return say(`request.next.${status as RequestStatus}`);
}
