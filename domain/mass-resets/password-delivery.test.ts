import { expect, it } from "vitest";

import { readCsv } from "../csv.ts";
import { deliveryFault, isOpenDelivery, passwordFileHeader, passwordFileLine } from "./password-delivery.ts";

const reader = { isOwned: true, hasMail: true, isMailNew: false, hasFactor: true };
const nothing = { isOwned: false, hasMail: false, isMailNew: false, hasFactor: false };

it.each([
  ["none", nothing, undefined],
  ["file", nothing, undefined],
  ["link", nothing, "noOwner"],
  ["myAccess", nothing, "noOwner"],
  ["link", { ...reader, hasMail: false }, "noMail"],
  ["link", { ...reader, isMailNew: true }, "newMail"],
  ["link", { ...reader, hasFactor: false }, undefined],
  ["myAccess", { ...reader, hasFactor: false }, "noFactor"],
  ["myAccess", { ...reader, hasMail: false }, undefined],
  ["myAccess", { ...reader, isMailNew: true }, undefined],
] as const)("a delivery by %s to %j meets %s", (delivery, given, expected) => {
  expect(deliveryFault(delivery, given)).toBe(expected);
});

it("is open until its end, and only while it waits", () => {
  expect(isOpenDelivery({ state: "waiting", expiresAt: 10 }, 9)).toBe(true);
  expect(isOpenDelivery({ state: "waiting", expiresAt: 10 }, 10)).toBe(false);
  expect(isOpenDelivery({ state: "delivered", expiresAt: 10 }, 9)).toBe(false);
  expect(isOpenDelivery({ state: "expired", expiresAt: 10 }, 9)).toBe(false);
});

it("writes passwords as they are, whatever stands in them", () => {
  const passwords = ["=1+1", '"quoted", with comma', "a\r\nb", "'x", " blank "];
  const rows = passwords.map((password) => ({
    userId: "ada",
    userName: "Ada, A.",
    targetSystemKey: "T1",
    accountName: "ada",
    password,
  }));
  const { records } = readCsv(passwordFileHeader() + rows.map(passwordFileLine).join(""));
  expect(records[0]?.values).toEqual(["user", "name", "targetSystem", "account", "password"]);
  expect(records.slice(1).map(({ values }) => values.at(-1))).toEqual(passwords);
});
