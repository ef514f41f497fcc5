import type { Checklist } from "./checklist.ts";

/** Change that adds a group of one command, for the new action of webhooks. */
export const commandChecklist: Checklist = {
  page: "docs/adding-a-command.md",
  follow({ block, add, insert, replace }) {
    add("bin/commands/delivery.ts", block(0));
    insert("bin/command-groups.ts", '  { words: ["mail"]', block(1));
    replace("bin/commands-of-operations.ts", '  "webhooks.skip": byWay,\n', block(2));
    add("bin/commands/delivery.test.ts", helpTest);
    insert("CHANGELOG.md", "\n### What targets say\n", "- `gatehouse delivery skip` skips a delivery.\n");
  },
};

const helpTest = `import { Command } from "commander";
import { expect, test } from "vitest";

import { addDeliveryCommand } from "./delivery.ts";

test("a delivery is skipped by the key of its webhook, which must be given", () => {
  const program = new Command("gatehouse");
  addDeliveryCommand(program);
  let text = "";
  const skip = program.commands[0]?.commands[0]?.exitOverride().configureOutput({ writeErr: (part) => (text += part) });
  expect(skip?.name()).toBe("skip");
  expect(() => skip?.parse([], { from: "user" })).toThrow("missing required argument 'webhook'");
  expect(text).toContain("webhook");
});
`;
