import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { forgetRemoved } from "./forget-removed.ts";
import { pathOf } from "./path.ts";

const set = pathOf("clients");
const others = pathOf("webhooks");

it("has lists read anew, and what the open page shows asked for only when somebody comes back to it", async () => {
  const client = new QueryClient();
  let asked = 0;
  const thing = { queryKey: [set, "a"] as const, queryFn: () => (asked += 1), staleTime: Infinity };
  const open = () => new QueryObserver(client, thing).subscribe(() => undefined);
  const leave = open();
  client.setQueryData([set, "list"], ["a", "b"]);
  client.setQueryData([others, "list"], ["c"]);
  await expect.poll(() => client.getQueryData(thing.queryKey)).toBe(1);

  await forgetRemoved(client, set);
  expect(client.getQueryData([set, "list"])).toBeUndefined();
  expect(client.getQueryData([others, "list"])).toEqual(["c"]);
  expect(client.isFetching()).toBe(0);
  expect(client.getQueryData(thing.queryKey)).toBe(1);

  leave();
  const leaveAgain = open();
  await expect.poll(() => client.getQueryData(thing.queryKey)).toBe(2);
  leaveAgain();
  client.clear();
});
