import { afterEach, expect, it, vi } from "vitest";

import { CallError } from "../base/call-error.ts";
import type { Page, Path } from "./odata.ts";
import { readAll } from "./read.ts";

const things = "/v2/things" as Path<Page<string>>;
const origin = "https://gatehouse.example";
const answered = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

afterEach(() => vi.unstubAllGlobals());

function stubService(answers: readonly Response[]): string[] {
  const asked: string[] = [];
  const left = [...answers];
  vi.stubGlobal("window", { location: { origin } });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(left.shift());
  });
  return asked;
}

it("follows the links to the next pages until there is none, at its own origin", async () => {
  const asked = stubService([
    answered(200, { value: ["a", "b"], "@odata.nextLink": "http://inside:8080/v2/things?$skiptoken=2" }),
    answered(200, { value: ["c"] }),
  ]);
  const all = await readAll(things, { orderby: "id" }, new AbortController().signal);
  expect(all).toEqual(["a", "b", "c"]);
  expect(asked).toEqual(["/v2/things?$orderby=id", "/v2/things?$skiptoken=2"]);
});

it("fails as a whole where one page cannot be read", async () => {
  stubService([
    answered(200, { value: ["a"], "@odata.nextLink": `${origin}/v2/things?$skiptoken=2` }),
    answered(500, { error: { code: "INTERNAL", message: "Something went wrong." } }),
  ]);
  await expect(readAll(things, {}, new AbortController().signal)).rejects.toThrow(CallError);
});
