import type { KeptEvent, LedgerHashes } from "./kept-event.ts";

/** An event with the node that has written it. */
type WrittenEvent = KeptEvent & { readonly lastUpdatedNode: string };

/**
 * Returns the events that count of a request whose home is a node: those that lead to the last one that the node has written. A former home
 * that did not know of the take-over has written others after it, which had no effect. Without an event of the node all of them count.
 */
export function homeChain<E extends WrittenEvent>(
  kept: readonly E[],
  home: string,
  { hashOf }: Pick<LedgerHashes, "hashOf">,
): readonly E[] {
  const end = kept.findLast(({ lastUpdatedNode }) => lastUpdatedNode === home);
  const isSimple = kept.every(({ sequence }, at) => kept[at - 1]?.sequence !== sequence);
  if (end === undefined || (isSimple && end === kept.at(-1))) return kept;
  const chain: E[] = [end];
  for (let event: E | undefined = end; event !== undefined && event.sequence > 1;) {
    const { sequence }: E = event;
    const before: readonly E[] = kept.filter((one) => one.sequence === sequence - 1);
    const follower: E = event;
    event = before.find(({ hash }) => hashOf(follower, hash) === follower.hash) ?? before[0];
    if (event !== undefined) chain.unshift(event);
  }
  return chain;
}
