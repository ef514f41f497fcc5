import { expect, test } from "vitest";

import type { StructuredType } from "#api/odata/structured-type.ts";
import { Secret } from "#connectors/contract/index.ts";

import { insideForm, outsideForm } from "./inside-form.ts";

const part: StructuredType = { name: "Part", properties: { at: { type: "Edm.DateTimeOffset" } } };
const open: StructuredType = { name: "Open", properties: {}, open: true };
const whole: StructuredType = {
  name: "Whole",
  base: { name: "Base", properties: { key: { type: "Edm.Guid" } } },
  properties: {
    at: { type: "Edm.DateTimeOffset", nullable: true },
    days: { type: "Edm.DateTimeOffset", collection: true },
    secret: { type: "Edm.String", isSecret: true, nullable: true },
    codes: { type: "Edm.String", isSecret: true, collection: true },
    called: { type: "Edm.String", column: "name" },
    part: { type: part },
    parts: { type: part, collection: true },
    anything: { type: open },
  },
};
const moment = "2030-01-02T03:04:05.006Z";
const ms = Date.parse(moment);

test("an answer gets the form in which operations give it, by its declared type", () => {
  const answer = {
    "@odata.context": "x",
    key: "k",
    at: moment,
    days: [moment],
    secret: "s",
    codes: ["a", "b"],
    called: "n",
    part: {
      at: moment,
      more: 1,
    },
    parts: [{ at: null }],
    anything: { at: moment },
    unknown: 1,
  };
  const inside = insideForm(whole, answer);
  expect(inside).toEqual({
    key: "k",
    at: ms,
    days: [ms],
    secret: expect.any(Secret) as unknown,
    name: "n",
    part: { at: ms },
    codes: [expect.any(Secret), expect.any(Secret)],
    parts: [{ at: null }],
    anything: { at: moment },
  });
  expect((inside["secret"] as Secret).use((text) => text)).toBe("s");
  expect(insideForm(whole, { at: null, secret: null })).toEqual({ at: null, secret: null });
  expect(insideForm(whole, "no object")).toEqual({});
});

test("an input gets the form of JSON: secrets as texts, and nothing that is not given", () => {
  const input = { password: new Secret("p"), list: [new Secret("q"), null], inner: { left: undefined, at: 5 } };
  expect(outsideForm(input)).toEqual({ password: "p", list: ["q", null], inner: { at: 5 } });
  expect(Object.keys(outsideForm({ left: undefined }) as object)).toEqual([]);
});
