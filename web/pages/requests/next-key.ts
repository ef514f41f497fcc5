import type { RequestExplanation } from "../../api/model.ts";

/** Returns the key of the text about the next step of a request. The page shows the reason of a hold above it. */
export function nextKey({ status, sentBackAt }: Pick<RequestExplanation, "status" | "sentBackAt">): string {
  return `request.next.${sentBackAt === null ? status : "sentBack"}`;
}
