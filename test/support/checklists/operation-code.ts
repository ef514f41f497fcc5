import type { Checklist } from "./checklist.ts";

/** Change that lets requests ask for the end of a lock. */
export const operationCodeChecklist: Checklist = {
  page: "docs/adding-an-operation-code.md",
  follow({ block, add, insert, replace }) {
    insert("domain/requests/operation-codes.ts", "  ARCHREQPWD: {\n", block(0));
    insert("domain/requests/operation-families.ts", "  role: {", block(1));
    const performer = "operations/identity/engine/lift-recipient-lock";
    add(`${performer}.ts`, block(2));
    const performers = "operations/tables/performers.ts";
    insert(performers, "  role: rolePerformer", block(3));
    insert(performers, "import type { CallContext }", importOfPerformer);
    insert("domain/notices/texts/en.ts", "    ARCHREQPWD:", block(4));
    insert("domain/notices/texts/de.ts", "    ARCHREQPWD:", block(5));
    insert("web/messages/en.json", '  "operation.ARCHREQPWD"', block(6));
    insert("web/messages/de.json", '  "operation.ARCHREQPWD"', block(7));
    insert("web/messages/audit-words.de.json", '  "audit.did.CHKO"', block(8));
    const lists = "domain/requests/operation-codes.test.ts";
    insert(lists, '      "ARCHREQPWD",\n', '      "LIFT",\n');
    replace(lists, '\n    "ARCHREQPWD",\n', '\n    "LIFT",\n    "ARCHREQPWD",\n');
    replace(lists, '"AESOD", "ARCHREQPWD"]', '"AESOD", "LIFT", "ARCHREQPWD"]');
    add(`${performer}.test.ts`, liftTest);
    insert("CHANGELOG.md", "\n### What targets say\n", "- Requests can lift the lock of their recipient (`LIFT`).\n");
  },
};

const importOfPerformer = 'import { liftRecipientLock } from "../identity/engine/lift-recipient-lock.ts";\n';

const liftTest = `import { afterAll, beforeAll, expect, test } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
  const managed = { key: room.keyOf("dan"), managerKey: room.keyOf("ada") };
  await room.store.transaction(() => room.store.save("users", { ...managed, locked: true, lockedBy: "administrator" }));
});
afterAll(() => room.close());

const dan = async () => room.store.get("users", room.keyOf("dan"));

test("a lock is lifted when that is approved, not before, and not when it is denied", async () => {
  for (const [decision, result] of [
    ["deny", "R"],
    ["approve", "S"],
  ]) {
    const request = await room.submit([{ code: "LIFT", targetSystemKey: "T1" }], { recipientKey: room.keyOf("dan") });
    expect(await dan()).toMatchObject({ locked: true });
    await room.decide("bob", request, { phase: 1, decision });
    expect(await room.operations(request)).toMatchObject([{ result, proxyServer: null }]);
    expect(await dan()).toMatchObject({ locked: result !== "S" });
  }
  const rows = await room.store.select("sesslog_full", { where: { operation: "LIFT" } });
  expect(rows).toMatchObject([{ result: "S", actor: room.keyOf("ada"), recipient: room.keyOf("dan") }]);
});
`;
