import type { Checklist } from "./checklist.ts";

/** Change that adds a page of the emails of the service. */
export const pageChecklist: Checklist = {
  page: "docs/adding-a-page.md",
  follow({ block, add, insert, replace }) {
    insert("web/paths.ts", '  audit: "/audit"', block(0));
    replace("web/routes/areas.ts", "  running: [", block(1).trimEnd());
    insert("web/routes/running.ts", '  {\n    path: "audit"', block(2));
    add("web/pages/mails/mails-page.tsx", block(3));
    insert("web/messages/en.json", '  "audit.title"', block(4));
    insert("web/messages/de.json", '  "audit.title"', block(5));
    add("web/messages/mails.en.json", block(6));
    add("web/messages/mails.de.json", block(7));
    insert("web/messages/language.ts", "  settings: {\n", block(8));
    insert("web/layout/navigation.ts", "      { path: paths.audit", block(9));
    insert("test/web/support/looked-at.ts", '    { at: "audit"', block(10));
    insert(
      "docs/using-the-ui.md",
      "| Webhooks |",
      "| Emails | who runs the service | the emails with their status |\n",
    );
    insert("CHANGELOG.md", "\n### What targets say\n", "- A page lists the emails that the service sends.\n");
  },
};
