import type { Checklist } from "./checklist.ts";

/** Change that adds a kind of plug-ins that give the ID of a new user. */
export const pluginKindChecklist: Checklist = {
  page: "docs/adding-a-plug-in-kind.md",
  follow({ block, add, insert }) {
    add("plugins/contract/new-user-id.ts", block(0));
    const contract = "plugins/contract/index.ts";
    insert(contract, "}\n\ninterface KindTypes", block(1));
    insert(contract, "import type { NotifierPatch", importOf("NewUserIdPatch, NewUserIdRequest", "./new-user-id.ts"));
    add("plugins/host/kinds/new-user-id.ts", block(2));
    const kinds = "plugins/host/plugin-kinds.ts";
    insert(kinds, "  authorizers: authorizersKind", block(3));
    insert(
      kinds,
      "import { notifier }",
      importOf("newUserId", "./kinds/new-user-id.ts").replace("import type", "import"),
    );
    add("plugins/new-user-id/example.ts", block(4));
    insert("web/messages/own.de.json", '  "plugIn.does.authorizers"', block(5));
    insert("plugins/host/call-plugin.test.ts", '  ["stillApplicable", `{ applicable: false }`', block(6));
    insert("CHANGELOG.md", "\n### What targets say\n", "- Plug-ins of the kind `newUserId` can be written.\n");
  },
};

const importOf = (names: string, from: string) => `import type { ${names} } from "${from}";\n`;
