import { expect, test } from "vitest";

import { logInAs } from "./log-in-as.ts";

const [here, there] = ["uid=ada,ou=people", "uid=ada.new,ou=people"];
const refused = new Error("Invalid credentials");

function login(place: string | undefined, isAt: string, opens: string, setAt?: string) {
  const [tried, read]: [string[], string[]] = [[], []];
  const result = logInAs({
    place,
    setAt,
    readAt: async (dn) => (read.push(dn), dn === isAt ? { dn } : undefined),
    search: async () => ({ dn: isAt }),
    attempt: async (dn) => (tried.push(dn), dn === opens ? undefined : refused),
  });
  return result.then(({ entry, refusal }) => ({ dn: entry.dn, refusal, tried, read }));
}

test("an account that is where it was is tried there once, whether its password is right or wrong", async () => {
  expect(await login(here, here, here)).toEqual({ dn: here, refusal: undefined, tried: [here], read: [here] });
  expect(await login(here, here, there)).toEqual({ dn: here, refusal: refused, tried: [here], read: [here] });
});

test("nothing counts that was answered where the account is no longer: neither a refusal nor a login", async () => {
  expect(await login(here, there, there)).toEqual({
    dn: there,
    refusal: undefined,
    tried: [here, there],
    read: [here],
  });
  expect(await login(here, there, here)).toEqual({ dn: there, refusal: refused, tried: [here, there], read: [here] });
});

test("one of which nobody knows where it was is searched first", async () => {
  expect(await login(undefined, there, there)).toEqual({ dn: there, refusal: undefined, tried: [there], read: [] });
});

test("where it has just taken the password, a login that is taken needs no look, wherever it was before", async () => {
  expect(await login(here, here, here, here)).toEqual({ dn: here, refusal: undefined, tried: [here], read: [] });
  expect(await login(here, there, there, there)).toEqual({ dn: there, refusal: undefined, tried: [there], read: [] });
});

test("a refusal where it has just taken the password counts only while the account is there", async () => {
  expect(await login(here, here, there, here)).toEqual({ dn: here, refusal: refused, tried: [here], read: [here] });
  expect(await login(here, there, there, here)).toEqual({
    dn: there,
    refusal: undefined,
    tried: [here, there],
    read: [here],
  });
});
