import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { SetPasswords } from "./set-passwords.ts";

const [ada, bob] = [
  { id: "1", name: "ada" },
  { id: "2", name: "bob" },
];
const text = "Quartz-Heron-7421";

test("a password is known where it was set, for the account that took it and for no other", () => {
  const [settings, password] = [new SetPasswords(), new Secret(text)];
  settings.add(password, ada, "uid=ada");
  expect(settings.placeOf(password, ada)).toBe("uid=ada");
  expect(settings.placeOf(password, { ...ada, name: "ada.new" })).toBe("uid=ada");
  expect(settings.placeOf(password, bob)).toBeUndefined();
  expect(settings.placeOf(password, { name: "ada" })).toBeUndefined();
});

test("the same text that somebody else holds is another password", () => {
  const settings = new SetPasswords();
  settings.add(new Secret(text), ada, "uid=ada");
  expect(settings.placeOf(new Secret(text), ada)).toBeUndefined();
});

test("an account of which no id is known is not kept: another one may have its name by now", () => {
  const [settings, password] = [new SetPasswords(), new Secret(text)];
  settings.add(password, { name: "ada" }, "uid=ada");
  expect(settings.placeOf(password, { name: "ada" })).toBeUndefined();
  expect(settings.placeOf(password, ada)).toBeUndefined();
});
