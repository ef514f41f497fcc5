import type { Checklist } from "./checklist.ts";

/** Change that lets connectors clear a password. */
export const capabilityChecklist: Checklist = {
  page: "docs/adding-a-capability.md",
  follow({ block, insert, replace }) {
    insert(
      "connectors/contract/operations.ts",
      "  /** Makes the owner change the password at the next login. */",
      block(0),
    );
    insert("connectors/contract/kit/rules/passwords.ts", '  {\n    name: "unlock of an unlocked', block(1));
    replace("connectors/contract/kit/rules/refusals.ts", '  "enable",\n', `  "enable",\n${block(2)}`);
    insert("test/connector-defects/healthy.ts", "  expirePassword: setter(", block(3));
    insert("test/connector-defects/object-defects.ts", "\n];\n", `\n${block(4).trimEnd()}`);
    insert("connectors/sqlite/passwords.ts", "  /** Makes the owner change the password", block(5));
    replace("connectors/sqlite/sqlite.ts", 'version: "1.0.0"', 'version: "1.1.0"');
    insert(
      "docs/writing-a-connector.md",
      "5. **Repeats.**",
      "   `clearPassword` leaves an account that nobody opens by a password.\n",
    );
    insert(
      "CHANGELOG.md",
      "\n### What targets say\n",
      "- Connectors can clear passwords; that of SQLite files does.\n",
    );
  },
};
