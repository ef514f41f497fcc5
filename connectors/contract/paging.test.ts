import { expect, test } from "vitest";

import type { Call } from "./call.ts";
import { pagesByCursor } from "./paging.ts";

const rows = [1, 2, 3, 4, 5];

function listing(request: { readonly after?: string; readonly pageSize: number }) {
  const asked: (string | undefined)[] = [];
  const heartbeats: unknown[] = [];
  const stop = new AbortController();
  const call = {
    signal: stop.signal,
    heartbeat: (detail: unknown) => void heartbeats.push(detail),
  } as unknown as Call;
  const read = (after: string | undefined) => {
    asked.push(after);
    return rows.filter((row) => row > Number(after ?? 0)).slice(0, request.pageSize);
  };
  return { pages: pagesByCursor(request, read, String, call), asked, heartbeats, stop };
}

test("a page that is not full is the last, and each gives a sign of life with its cursor", async () => {
  const { pages, asked, heartbeats } = listing({ pageSize: 2 });
  const seen = [];
  for await (const page of pages) seen.push(page);
  expect(seen).toEqual([
    { rows: [1, 2], cursor: "2" },
    { rows: [3, 4], cursor: "4" },
    { rows: [5], cursor: "5" },
  ]);
  expect(asked).toEqual([undefined, "2", "4"]);
  expect(heartbeats).toEqual([
    { after: "2", done: 2 },
    { after: "4", done: 4 },
    { after: "5", done: 5 },
  ]);
});

test.each([
  ["goes on after its cursor", { after: "3", pageSize: 2 }, [[4, 5]]],
  ["has no page without rows", { after: "5", pageSize: 2 }, []],
])("a listing %s", async (_what, request, expected) => {
  const seen = [];
  for await (const page of listing(request).pages) seen.push(page.rows);
  expect(seen).toEqual(expected);
});

test("a listing that is cancelled throws and does not end", async () => {
  const { pages, stop } = listing({ pageSize: 2 });
  expect((await pages.next()).value).toEqual({ rows: [1, 2], cursor: "2" });
  stop.abort(new Error("given up"));
  await expect(pages.next()).rejects.toThrow("given up");
});
