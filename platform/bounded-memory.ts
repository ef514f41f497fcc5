import { LRUCache } from "lru-cache";

const oneEntry = () => 1;

/**
 * Makes a cache of at most `entriesMax` entries, which evicts the least recently used one first. It allocates memory as it fills: a cache
 * with a given number of entries allocates all of them at once, which for tens of thousands slowed each start.
 */
export function boundedMemory<Value extends {}>(entriesMax: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: entriesMax, sizeCalculation: oneEntry });
}
