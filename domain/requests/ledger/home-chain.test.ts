import { expect, test } from "vitest";

import { homeChain } from "./home-chain.ts";
import type { HashedEvent } from "./kept-event.ts";

const hashOf = ({ key }: Pick<HashedEvent, "key">, previous: string) => `${previous}${key}`;

/** Makes an event after another; its hash names all that lead to it. */
function event(lastUpdatedNode: string, key: string, before?: { readonly sequence: number; readonly hash: string }) {
  const rest = { requestKey: "r", kind: "decided", happenedAt: 1, actor: null, content: "{}", checks: "" };
  const sequence = (before?.sequence ?? 0) + 1;
  const hash = hashOf({ key }, before?.hash ?? "");
  return { ...rest, key, sequence, lastUpdatedNode, hash, mac: "", signature: null };
}

const first = event("n1", "a");
const second = event("n1", "b", first);
const late = event("n1", "c", second);
const later = event("n1", "d", late);
const taken = event("n2", "e", second);

test("the events that count lead to the last one of the home, whatever a former home has written meanwhile", () => {
  const kept = [first, second, late, taken, later];
  const keys = (home: string) => homeChain(kept, home, { hashOf }).map(({ key }) => key);
  expect(keys("n2")).toEqual(["a", "b", "e"]);
  expect(keys("n1")).toEqual(["a", "b", "c", "d"]);
  expect(homeChain([first, second, late], "n1", { hashOf })).toEqual([first, second, late]);
  expect(homeChain([first, second], "n2", { hashOf })).toEqual([first, second]);
});
