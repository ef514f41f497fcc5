import { testSize } from "../test-size.ts";
import { capabilityChecklist } from "./capability.ts";
import type { Checklist } from "./checklist.ts";
import { commandChecklist } from "./command.ts";
import { endpointChecklist } from "./endpoint.ts";
import { noticeChecklist } from "./notice.ts";
import { operationCodeChecklist } from "./operation-code.ts";
import { pageChecklist } from "./page.ts";
import { pluginKindChecklist } from "./plug-in-kind.ts";
import { propertyChecklist } from "./property.ts";
import { resourceChecklist } from "./resource.ts";
import { settingChecklist } from "./setting.ts";

/** All checklists, in an order in which one copy can follow them: the command calls the operation of the endpoint. */
export const checklists: readonly Checklist[] = [
  propertyChecklist,
  resourceChecklist,
  endpointChecklist,
  settingChecklist,
  commandChecklist,
  pageChecklist,
  capabilityChecklist,
  pluginKindChecklist,
  noticeChecklist,
  operationCodeChecklist,
];

/** Tests that say what a change that follows only a part of its page lacks, and those that it brings. */
export const narrowTests: readonly string[] = [
  "api/routes.test.ts",
  "api/v2/desks.test.ts",
  "api/v2/importance.test.ts",
  "api/v2/skip-delivery.test.ts",
  "bin/command-groups.test.ts",
  "bin/commands/delivery.test.ts",
  "connectors/sqlite/sqlite.test.ts",
  "domain/audit/audit-operations.test.ts",
  "domain/notices/",
  "domain/requests/operation-codes.test.ts",
  "domain/requests/step-graph.test.ts",
  "operations/identity/engine/lift-recipient-lock.test.ts",
  "operations/tables/performers.test.ts",
  "operations/users/unlock.test.ts",
  "operations/webhooks/dead-deliveries.test.ts",
  "plugins/host/call-plugin.test.ts",
  "test/api/doors-table.test.ts",
  "test/commands/command-page.test.ts",
  "test/house/architecture.test.ts",
  "test/house/code-names.test.ts",
  "test/house/documentation.test.ts",
  "test/house/inner-rooms.test.ts",
  "test/house/table-users.test.ts",
  "test/plug-ins/plug-in-page.test.ts",
  "test/requests/who-may-ask.system.test.ts",
  "test/specification/resources.test.ts",
  "test/store/schema.system.test.ts",
  "test/vault/password-doubts.test.ts",
  "web/layout/navigation.test.ts",
  "web/messages/",
  "web/forms/",
  "web/pages/audit/",
  "web/pages/settings/setting-words.test.ts",
  "web/pages/target-groups/importance.test.ts",
  "web/routes/",
  "web/table/table-sources.test.ts",
];

/** Test of the contract kit, which takes as long as all others together. */
export const capabilityTests = "test/connector-defects/defects.test.ts";

/** Names of its tests that a new capability concerns, as a pattern; in the long run all. */
export const capabilityNames = testSize("keeps every rule|each flaw is another one|clearPassword", "");
