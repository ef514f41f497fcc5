import { expect, test } from "vitest";

import { evenStretches, isTimeZone, timeZone } from "./time-zone.ts";

const minuteMs = 60_000;
const at = (text: string) => Date.parse(text);

test.each([
  ["Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
  ["Europe/Berlin", "2026-03-29T01:00Z", 120],
  ["America/St_Johns", "2026-01-01T00:00Z", -210],
  ["Asia/Kathmandu", "2026-01-01T00:00Z", 345],
  ["Pacific/Kiritimati", "2026-01-01T00:00Z", 840],
  ["UTC", "2026-01-01T00:00Z", 0],
  ["Africa/Monrovia", "1970-01-01T00:00Z", -44.5],
])("the clocks of %s are ahead of UTC at %s by %d minutes", (name, moment, minutes) => {
  expect(timeZone(name).offsetMs(at(moment))).toBe(minutes * minuteMs);
});

test.each(["", "Nowhere/No", "+02:00", "Europe/Berlin ", "GMT+2"])("%j is no time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
  expect(() => timeZone(name)).toThrow(expect.objectContaining({ code: "TIME_ZONE_UNKNOWN" }));
});

test("a span is parted where the clocks are changed, and nowhere else", () => {
  const berlin = timeZone("Europe/Berlin");
  const [from, change, to] = [at("2026-10-24T12:00Z"), at("2026-10-25T01:00Z"), at("2026-10-25T12:00Z")];
  const parted = evenStretches(berlin, from, to);
  expect(parted[0]?.from).toBe(from);
  expect(parted.at(-1)?.to).toBe(to);
  for (const [index, stretch] of parted.entries()) {
    expect(stretch.from).toBe(parted[index - 1]?.to ?? from);
    expect(stretch.offsetMs).toBe((stretch.from < change ? 120 : 60) * minuteMs);
  }
  expect(parted.some((stretch) => stretch.from === change)).toBe(true);
  expect(evenStretches(berlin, from, change - 1)).toEqual([{ from, to: change - 1, offsetMs: 120 * minuteMs }]);
});
