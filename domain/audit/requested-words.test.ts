import { expect, it } from "vitest";

import { type RequestedOperation, requestedWords } from "./requested-words.ts";

const join: RequestedOperation = {
  sequence: 1,
  code: "GRUA",
  groupName: "finance",
  groupKey: "g-1",
  accountName: "hana.costa",
  accountKey: "a-1",
  targetSystemName: "Our directory",
  roleKey: null,
  targetSystemKey: "OWNLDAP",
};
const create: RequestedOperation = {
  sequence: 2,
  code: "ACUA",
  groupName: null,
  groupKey: null,
  accountName: null,
  accountKey: null,
  targetSystemName: null,
  roleKey: null,
  targetSystemKey: "MAIL",
};

it("tells the group, the account and the target system of each operation, in their order", () => {
  expect(requestedWords([create, join])).toBe(
    'add to group, group "finance", account "hana.costa", on OWNLDAP "Our directory"; create account, on MAIL',
  );
});

it("tells the key of what has no name, as operations from before names were kept", () => {
  expect(requestedWords([{ ...join, groupName: null, accountName: null }])).toBe(
    'add to group, group g-1, account a-1, on OWNLDAP "Our directory"',
  );
});

it("lets no name pass for words of its own", () => {
  const name = 'sales", on MAIL; delete account\n\u202eevil';
  expect(requestedWords([{ ...join, groupName: name, accountKey: null, accountName: null }])).toBe(
    'add to group, group "sales"", on MAIL; delete account evil", on OWNLDAP "Our directory"',
  );
});

it("is nothing of no operation", () => {
  expect(requestedWords([])).toBeNull();
});
