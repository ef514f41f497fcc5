import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { noteEvent } from "../../requests/engine/note-event.ts";

/** Records a disclosure in the ledger of the check-out's request, which is locked; there may be none. */
export function noteDisclosed(
  context: CallContext,
  { requestKey, operationKey: operation, userKey: user }: Row<"checkouts">,
  { key: disclosure, plugin }: Pick<Row<"disclosures">, "key" | "plugin">,
): void {
  if (requestKey === null || operation === null) return;
  noteEvent(context, requestKey, "disclosed", { disclosure, operation, user, plugin });
}
