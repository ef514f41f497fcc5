import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { removePhases, savePhases } from "../authorization-phases/engine/save-phases.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { removeDetails } from "../kernel/rows/remove-details.ts";
import { checkTemplate } from "./engine/check-template.ts";
import { newTemplate, templateChanges } from "./engine/template-input.ts";

const ofTemplate = (resourceKey: string) => ({ resourceType: "template", resourceKey }) as const;

/**
 * Adds a template. It has no approval phases of its own until they are set.
 * @throws TEMPLATE_INVALID
 */
export const addTemplate = defineOperation({
  name: "templates.add",
  input: z.strictObject(newTemplate),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("templates") }],
  audit: { operation: "TMAD", describe: ({ name }, row?: Row<"templates">) => ({ ident: row?.key ?? name }) },
  async run(context, given): Promise<Row<"templates">> {
    const { store, ids, clock } = context;
    await checkTemplate(context, given);
    return store.add("templates", { ...given, key: ids.guid(), createdAt: clock.now() });
  },
});

/**
 * Changes the given fields of a template. Batches that were submitted before keep its earlier content.
 * @throws NOT_FOUND, FORBIDDEN, TEMPLATE_INVALID
 */
export const updateTemplate = defineOperation({
  name: "templates.update",
  input: z.strictObject({ key: z.string(), ...templateChanges }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "templates"),
  audit: { operation: "TMUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...given }): Promise<Row<"templates">> {
    const known = await lockedRow(context, { table: "templates", key });
    const changes = definedFields(given);
    await checkTemplate(context, { ...known, ...changes });
    return context.store.save("templates", { key, ...changes });
  },
});

/**
 * Removes a template with its approval phases and its details in the catalog. Batches that were submitted before keep its content.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeTemplate = defineOperation({
  name: "templates.remove",
  callers: ["user", "engine"],
  audit: { operation: "TMRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("templates", async (context, { key }) => {
    await removePhases(context, ofTemplate(key));
    await removeDetails(context, ofTemplate(key));
  }),
});

/** Authorization of requests by a template from now on. */
export interface AuthorizedTemplate {
  readonly key: string;
  /** Number of the template's own phases. */
  readonly phases: number;
}

/**
 * Replaces the approval phases of a template, which come before those of what it requests.
 * @throws NOT_FOUND, FORBIDDEN, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const setTemplatePhases = defineOperation({
  name: "templates.setAuthorizationPhases",
  input: z.strictObject({ key: z.string(), authorizationPhases: phasesInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "templates/setAuthorizationPhases"),
  audit: { operation: "TMPH", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, authorizationPhases }): Promise<AuthorizedTemplate> {
    await lockedRow(context, { table: "templates", key });
    await savePhases(context, ofTemplate(key), authorizationPhases);
    return { key, phases: await context.store.count("authorizationPhases", ofTemplate(key)) };
  },
});
