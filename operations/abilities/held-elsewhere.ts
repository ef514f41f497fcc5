import { isStranded, type SentItem } from "#domain/runs/stranded.ts";

import type { CallContext } from "../kernel/context.ts";
import { processBegunAt } from "./serving-proxy.ts";

/** Item that a proxy has in its hands; it has none while the service itself acts on it. */
interface HeldItem extends SentItem {
  readonly proxyServer: string | null;
}

interface Holder {
  /** ID of the proxy that serves the target system of the items now. */
  readonly proxy: string;
  /** Milliseconds after a send until its deadline. */
  readonly lateMs: number;
}

/** Reports whether one of some items is held by a dead process, or by a proxy that no longer serves their target system. */
export async function isHeldElsewhere(
  context: CallContext,
  items: readonly HeldItem[],
  { proxy, lateMs }: Holder,
): Promise<boolean> {
  const begunAt = await processBegunAt(context, proxy);
  return items.some(
    (item) => item.proxyServer !== null && (item.proxyServer !== proxy || isStranded(item, begunAt, lateMs)),
  );
}
