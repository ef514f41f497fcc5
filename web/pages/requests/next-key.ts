import type { RequestExplanation } from "../../api/model.ts";

/** The key of what happens next with a request. Why one is on hold stands above on its page. */
export function nextKey({ status, sentBackAt }: Pick<RequestExplanation, "status" | "sentBackAt">): string {
  return `request.next.${sentBackAt === null ? status : "sentBack"}`;
}
