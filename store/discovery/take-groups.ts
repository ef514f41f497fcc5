import type { LoadOrder, LoadParts } from "./load-order.ts";

/**
 * Manages all groups on record of a target system, whether or not this listing shows them or has changed them, except those that a person
 * keeps unmanaged. Returns their number.
 */
export function takeGroups(
  { writer }: LoadParts,
  { targetSystemKey }: Pick<LoadOrder, "targetSystemKey">,
): Promise<number> {
  return writer.updateOwn({
    table: "groups",
    columns: { managed: "1", managedBy: "'option'" },
    where: {
      text: "t.`targetSystemKey` = ? AND t.`managed` = 0 AND t.`keptUnmanaged` = 0",
      values: [targetSystemKey],
    },
  });
}
