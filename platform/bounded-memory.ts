import { LRUCache } from "lru-cache";

const oneEntry = () => 1;

/**
 * Makes a memory of at most `entriesMax` entries, which forgets the one longest unused first. It takes room as it fills: a cache that is
 * told a greatest number of entries takes the room of all of them at once, which for tens of thousands slowed each start.
 */
export function boundedMemory<Value extends {}>(entriesMax: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: entriesMax, sizeCalculation: oneEntry });
}
