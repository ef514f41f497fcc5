import { expect, it } from "vitest";

import { editedOperations } from "./edited-operations.ts";

const operation = (key: string, attributes: object | null) => ({
  key,
  sequence: Number(key),
  code: "ACUA",
  targetSystem: "LDAP",
  attributes,
});
const submitted = {
  kind: "submitted" as const,
  sequence: 1,
  facts: {
    operations: [
      operation("1", {
        cn: ["Ada"],
        mail: ["a@b.test"],
      }),
      operation("2", null),
    ],
  },
};
const edit = (sequence: number, changed: readonly string[], ...operations: readonly object[]) => ({
  kind: "edited" as const,
  sequence,
  facts: {
    changed,
    operations,
  },
});

it("tells each attribute that is otherwise than the ledger had it last", () => {
  const first = edit(4, ["1"], operation("1", { cn: ["Ada"], mail: ["new@b.test"] }), operation("2", null));
  const second = edit(6, ["1", "2"], operation("1", { cn: ["Ada"] }), operation("2", { sn: ["Abel"] }));
  const events = [submitted, first, second];
  const told = { code: "ACUA", targetSystem: "LDAP" };
  expect(editedOperations(events, first)).toEqual([
    { ...told, sequence: 1, changes: [{ name: "mail", before: ["a@b.test"], after: ["new@b.test"] }] },
  ]);
  expect(editedOperations(events, second)).toEqual([
    { ...told, sequence: 1, changes: [{ name: "mail", before: ["new@b.test"], after: [] }] },
    { ...told, sequence: 2, changes: [{ name: "sn", before: [], after: ["Abel"] }] },
  ]);
});

it("tells the operation alone where another account is meant, and nothing of facts that it does not know", () => {
  const moved = edit(4, ["2"], operation("1", null), operation("2", null));
  expect(editedOperations([submitted, moved], moved)).toMatchObject([{ sequence: 2, changes: [] }]);
  expect(editedOperations([], { sequence: 3, facts: {} })).toEqual([]);
});
