import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { pathOf } from "../api/path.ts";
import { watchPerson, whileSomebodyLooks } from "./active-person.ts";

const second = 1_000;
const minute = 60 * second;
const page = new EventTarget();
const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } });
watchPerson(page, () => void queryClient.invalidateQueries());

beforeEach(() => {
  vi.useFakeTimers();
  // Queries that believe to run on a server are not polled.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  environmentManager.setIsServer(() => true);
  queryClient.clear();
  vi.useRealTimers();
});

/** Observes a query that is polled every two seconds; counts its calls. */
function look() {
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [pathOf("requests")],
    queryFn: () => Promise.resolve((asked += 1)),
    refetchInterval: whileSomebodyLooks(2 * second),
  });
  const leave = observer.subscribe(() => undefined);
  const askedWithin = async (ms: number, does?: Event) => {
    const before = asked;
    if (does !== undefined) page.dispatchEvent(does);
    await vi.advanceTimersByTimeAsync(ms);
    return asked - before;
  };
  return { leave, askedWithin };
}

it.each(["pointermove", "keydown"])("asks no more where nobody does anything, and goes on at a %s", async (sign) => {
  page.dispatchEvent(new Event(sign));
  const { leave, askedWithin } = look();
  expect(await askedWithin(10 * second)).toBeGreaterThanOrEqual(5);
  await askedWithin(5 * minute);
  expect(await askedWithin(10 * minute)).toBe(0);

  expect(await askedWithin(1, new Event(sign))).toBe(1);
  expect(await askedWithin(10 * second)).toBeGreaterThanOrEqual(4);
  leave();
});

it("asks no more often because of who does something all the time", async () => {
  page.dispatchEvent(new Event("pointermove"));
  const { leave, askedWithin } = look();
  await askedWithin(0);
  expect(await askedWithin(second, new Event("pointermove"))).toBe(0);
  leave();
});
